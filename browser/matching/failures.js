/**
 * Gathers the failures that a log reports in a general form, whichever entry explains them, as
 * trainwreck/logs/failures.py does: exceptions, aborts, signals and exits.
 */

import { beginning, stripped } from "./characters.js"
import { abortOf, endOf, exceptionOf, withRanks } from "./failure-reports.js"
import { RULES, mayTell } from "./failure-rules.js"

/** @import { Failure, Summary } from "./failure-reports.js" */
/** @import { Line } from "./normalizer.js" */

/**
 * @typedef {object} Source The state of reading one rank, host or process.
 * @property {number} firstLine First line of the traceback that is being read; 0 where none is.
 * @property {boolean} afterFrame Whether the line before names a frame.
 * @property {number} oddLines Lines of the traceback so far that no traceback should have.
 * @property {number | null} latest Index of the last exception, while a chain may go on.
 * @property {boolean} chained Whether a line announced that the next traceback continues the chain.
 * @property {number} ignoredLine The last line that announced an exception that Python ignores.
 * @property {boolean} ignores Whether the last traceback is of such an exception.
 * @property {number} loggedLine The line that announced an exception in code that writes to a log, just
 *   before the last traceback or where none has begun since.
 * @property {number} last Number of its last line.
 * @property {{ index: number, line: number }[]} counting Failures after which its lines are counted.
 */

/** Gathers failures as the lines of a log pass; memory does not grow with the log. */
export class FailureReader {
  /** @type {Map<string | null, Source>} */
  #sources = new Map()
  /** @type {Failure[]} */
  #found = []
  /** @type {number[]} For each failure the lines that its source printed soon afterwards. */
  #linesAfter = []
  /** @type {Summary} */
  #summary = newSummary()
  /** @type {Set<string>} */
  #endedByLauncher = new Set()
  /** @type {Set<number>} */
  #ignored = new Set()

  /**
   * Read the next lines of the log.
   *
   * @param {Line[]} lines The lines.
   */
  read(lines) {
    for (const line of lines) {
      const text = beginning(stripped(line.text), RULES.longest_line)
      if (!text) continue
      const source = this.#sourceOf(line)
      if (line.number > source.last + RULES.most_between) source.firstLine = 0
      this.#readLine(source, line, text)
      source.last = line.number
    }
  }

  /**
   * Tell whether a line is the last one of an exception that Python ignores.
   *
   * @param {number} number Number of the line.
   * @returns {boolean} Whether it is.
   */
  ignores(number) {
    return this.#ignored.has(number)
  }

  /**
   * The failures so far, in the order of their lines.
   *
   * @returns {Failure[]} The failures.
   */
  get failures() {
    const finished = this.#found.map((failure, index) => {
      return { ...failure, linesAfter: this.#linesAfter[index] }
    })
    return withRanks(finished.sort((a, b) => a.line - b.line))
  }

  /** @param {Line} line */
  #sourceOf({ source: name }) {
    let source = this.#sources.get(name)
    if (!source) {
      source = {
        firstLine: 0,
        afterFrame: false,
        oddLines: 0,
        latest: null,
        chained: false,
        ignoredLine: 0,
        ignores: false,
        loggedLine: 0,
        last: 0,
        counting: [],
      }
      this.#sources.set(name, source)
    }
    return source
  }

  /**
   * @param {Source} source
   * @param {Line} line
   * @param {string} text
   */
  #readLine(source, line, text) {
    const tells = mayTell(text)
    if (tells && RULES.traceback.test(text)) this.#begin(source, line)
    else if (source.firstLine && this.#continues(source, line, text)) return
    else if (!tells) this.#count(source, line.number)
    else if (RULES.chained.test(text)) source.chained = source.latest !== null || source.ignores
    else if (RULES.ignored.test(text)) source.ignoredLine = line.number
    else if (RULES.logged.test(text)) source.loggedLine = line.number
    else this.#readReport(source, line, text)
  }

  /**
   * @param {Source} source
   * @param {Line} line
   * @param {string} text
   */
  #readReport(source, line, text) {
    const exception = RULES.exception.exec(text)
    if (exception) {
      const isWarning = RULES.warning.test(exception.groups?.type ?? "")
      if (isAnnounced(source)) this.#ignore(line.number)
      else if (!isWarning) this.#end(source, line, text, line.number)
      return
    }
    const failure = abortOf(line, text) ?? endOf(line, text, this.#summary, this.#endedByLauncher)
    if (failure) this.#keep(source, failure)
    else if (!this.#notes(text, line.number)) this.#count(source, line.number)
  }

  /**
   * Take in what a launcher says besides failures; tell whether the line is of that kind.
   *
   * @param {string} text
   * @param {number} number
   */
  #notes(text, number) {
    let match
    if ((match = RULES.summary_rank.exec(text))) [, this.#summary.rank] = match
    else if ((match = RULES.summary_host.exec(text))) [, this.#summary.host] = match
    else if (RULES.summary_root.test(text)) this.#summary = { ...newSummary(), isFirst: true }
    else if ((match = RULES.summary_process.exec(text)))
      this.#summary = { rank: match[1], host: match[2], isFirst: true, firstLine: number }
    else if (RULES.summary_end.test(text)) this.#summary = newSummary()
    else if ((match = RULES.forced.exec(text))) this.#endedByLauncher.add(match[1])
    else return false
    return true
  }

  /**
   * @param {Source} source
   * @param {Line} line
   */
  #begin(source, line) {
    source.firstLine = line.number
    source.afterFrame = false
    source.oddLines = 0
    source.ignores = isAnnounced(source) || (source.chained && source.ignores)
    if (source.loggedLine !== source.last) source.loggedLine = 0
    if (!source.chained && !this.#wraps(source.latest)) source.latest = null
  }

  /** @param {number} number */
  #ignore(number) {
    if (this.#ignored.size < RULES.most_kept) this.#ignored.add(number)
  }

  /** @param {number | null} index */
  #wraps(index) {
    return index !== null && RULES.wrapper.test(this.#found[index].text)
  }

  /**
   * Read a line within a traceback; tell whether it belongs to it.
   *
   * @param {Source} source
   * @param {Line} line
   * @param {string} text
   */
  #continues(source, line, text) {
    if (RULES.frame.test(text)) {
      source.afterFrame = !RULES.without_code.test(text)
    } else if (source.afterFrame && !RULES.exception.test(text)) {
      source.afterFrame = false
    } else if (RULES.quoted_code.test(text)) {
      return true
    } else if (RULES.raised.test(text)) {
      const { firstLine } = source
      source.firstLine = 0
      if (source.ignores) {
        source.chained = false
        this.#ignore(line.number)
      } else this.#end(source, line, text, firstLine)
    } else {
      source.oddLines += 1
      if (source.oddLines <= RULES.most_odd_lines) return true
      source.firstLine = 0
      return false
    }
    return true
  }

  /**
   * Note an exception, alone or as a part of the chain before it.
   *
   * @param {Source} source
   * @param {Line} line
   * @param {string} text
   * @param {number} firstLine
   */
  #end(source, line, text, firstLine) {
    const failure = exceptionOf(line, text, firstLine)
    failure.isSecondary = RULES.secondary.test(text)
    failure.isLogged = source.loggedLine > 0 && source.loggedLine < firstLine && firstLine < line.number
    const before = source.latest
    if (before === null || (this.#found[before].isLogged && !source.chained)) {
      source.latest = this.#keep(source, failure)
    } else if (this.#wraps(before)) {
      // The exception inside the report of a worker's exception is the one that counts.
      this.#found[before] = { ...failure, firstLine: this.#found[before].firstLine }
    } else {
      this.#found[before].lastLine = line.number
    }
    source.chained = false
  }

  /**
   * @param {Source} source
   * @param {Failure} failure
   */
  #keep(source, failure) {
    if (this.#found.length >= RULES.most_kept) return null
    source.counting.push({ index: this.#found.length, line: failure.line })
    this.#found.push(failure)
    this.#linesAfter.push(0)
    return this.#found.length - 1
  }

  /**
   * Count a line for the failures before it that are not far away.
   *
   * @param {Source} source
   * @param {number} number
   */
  #count(source, number) {
    if (!source.counting.length) return
    source.counting = source.counting.filter(({ index, line }) => {
      if (number > line + RULES.most_watched) return false
      this.#linesAfter[index] += 1
      return this.#linesAfter[index] < RULES.most_counted
    })
  }
}

/** @returns {Summary} */
function newSummary() {
  return { rank: null, host: null, isFirst: false, firstLine: 0 }
}

/**
 * Tell whether the line before announced an exception that Python ignores.
 *
 * @param {Source} source
 */
function isAnnounced(source) {
  return source.ignoredLine > 0 && source.ignoredLine === source.last
}
