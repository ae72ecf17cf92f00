/**
 * How the failures of a log go with the entries that were seen, and which of them no entry explains, as
 * trainwreck/matching/explanation.py has it.
 */

import data from "#data/matching.json" with { type: "json" }

import { compiled } from "../common/patterns.js"
import { isDecimal } from "./characters.js"
import { RULES, SIGNAL_TEXTS } from "./failure-rules.js"

/** @import { Failure } from "./failure-reports.js" */
/** @import { Sighting } from "./sightings.js" */

/**
 * @typedef {object} Seen What was seen of an entry.
 * @property {Sighting} sighting
 * @property {boolean} isPrimary Whether it is more than a report that something else failed.
 * @property {string | null} general Id of the more general entry that it replaces.
 * @property {boolean} isNumeric Whether only numbers speak for it.
 * @property {Set<number>} [reports] Lines with messages of it that only report that something else failed,
 *   beside the others.
 * @property {boolean} [isFirst] Whether it is about the end of the process that failed first.
 */

const { terminal: TERMINAL, of_exceptions: OF_EXCEPTIONS, abort: ABORT } = data.results
const { beyond_signals: BEYOND_SIGNALS } = data.results
const CRASHES = new Set(data.results.crashes)
const SEVERAL_RANKS = compiled(data.results.several_ranks)
const SIGNAL_NAME = compiled(data.results.signal_name, "g")

/**
 * Return the failure that no entry explains and that may have ended the job.
 *
 * @param {Failure[]} failures What the log reports in a general form.
 * @param {Failure[]} first The reports of the process that failed first.
 * @param {Seen[]} seen What was seen of all entries.
 * @param {Sighting[]} crashes What was seen of those that end a job and are no consequences.
 * @returns {Failure | null} The failure; null where there is none.
 */
export function unknownFailure(failures, first, seen, crashes) {
  const explained = new Set(failures.filter(failure => isExplained(failure, seen)).map(nameOf))
  const left = failures.filter(failure => !explained.has(nameOf(failure)))
  const exceptions = left.filter(failure => isException(failure) && !failure.isSecondary)
  if (crashes.length) return before(exceptions, crashes)
  // Nothing known: the diagnosis says so, and lists the failures.
  if (!seen.length) return null
  // If a launcher names the process that failed first, it ended the others itself.
  const isNamed = failures.some(({ isFirst }) => isFirst)
  const signals = left.filter(({ kind, isSecondary, isFirst }) => {
    return kind === "signal" && !isSecondary && (isFirst || !isNamed)
  })
  const exits = left.filter(failure => {
    return failure.kind === "exit-code" && first.includes(failure) && failure.code !== OF_EXCEPTIONS
  })
  const raised = new Set(failures.filter(isException).map(({ source }) => source))
  const ended = [...signals, ...exits].filter(({ source }) => !raised.has(source))
  const goesOn = (/** @type {Failure} */ { linesAfter }) => Number(linesAfter > TERMINAL)
  exceptions.sort((a, b) => goesOn(a) - goesOn(b) || a.line - b.line)
  ended.sort((a, b) => Number(b.isFirst) - Number(a.isFirst) || a.line - b.line)
  return exceptions[0] ?? ended[0] ?? null
}

/**
 * Return the reports of the process that failed first. Some launchers name it. Others report the ends of
 * processes as they come: the first is that of the process in question if it is one rank, which printed
 * nothing, and if nothing else in the log ended the job. It may be several ranks that crashed alike if no
 * rank raised an exception.
 *
 * @param {Failure[]} failures What the log reports in a general form.
 * @param {Seen[]} seen What was seen of all entries.
 * @returns {Failure[]} The reports.
 */
export function firstReports(failures, seen) {
  const named = failures.filter(({ isFirst }) => isFirst)
  if (named.length) return named
  const first = failures.find(({ code }) => code !== null)
  const raised = failures.filter(failure => isException(failure) && !failure.isSecondary)
  if (!first || !mayBeFirst(first, raised)) return []
  const isKnown = seen.some(one => one.isPrimary && !one.isNumeric && !isAbout(one, first))
  return isKnown || !raised.every(failure => isExplained(failure, seen)) ? [] : [first]
}

/**
 * @param {Failure} report
 * @param {Failure[]} raised
 */
function mayBeFirst({ kind, source, code, isSecondary }, raised) {
  const isSilent = kind === "signal" ? !isSecondary : code !== OF_EXCEPTIONS
  if (isDecimal(source)) return isSilent && raised.every(one => one.source !== source)
  const crashed = kind === "signal" && code !== null && CRASHES.has(code)
  return isSilent && crashed && !raised.length && SEVERAL_RANKS.test(source ?? "")
}

/**
 * Tell whether an entry is about the signal that ended the first process.
 *
 * @param {Seen} seen What was seen of the entry.
 * @param {Failure[]} first The reports of that process.
 * @param {Failure[]} failures What the log reports in a general form.
 * @returns {boolean} True where its message names that signal.
 */
export function namesFirstSignal(seen, first, failures) {
  const raised = new Set(failures.filter(isException).map(({ source }) => source))
  return first.some(report => {
    if (report.code === ABORT && (raised.has(report.source) || report.isSecondary)) return false
    return isAbout(seen, report)
  })
}

/**
 * Tell whether the first line of an entry reports the first end of a process. It has to be an exit code, or a
 * signal with which a program ends itself. Entries on other signals are about who sent them.
 *
 * @param {Seen} seen What was seen of the entry.
 * @param {Failure[]} failures What the log reports in a general form.
 * @returns {boolean} True where it does.
 */
export function beginsWithFirstExit({ sighting }, failures) {
  const first = failures.find(({ code }) => code !== null)
  if (!first || first.code === null) return false
  const endedItself = first.kind === "exit-code"
    ? first.code <= BEYOND_SIGNALS || first.code >= RULES.least_status
    : CRASHES.has(first.code)
  const [line] = sighting.first
  return endedItself && first.firstLine <= line && line <= first.lastLine
}

/**
 * Tell whether an entry is about the signal of a report, and was found there.
 *
 * @param {Seen} seen
 * @param {Failure} report
 */
function isAbout({ sighting: { message, numbers } }, report) {
  return names(message, report) && isCovered(report, numbers)
}

/**
 * Tell whether a message is about the signal that a failure reports, in any of its forms.
 *
 * @param {string} message
 * @param {Failure} failure
 */
function names(message, { kind, code, text }) {
  if (kind !== "signal" || code === null) return false
  const texts = [...SIGNAL_TEXTS].filter(([, signal]) => signal === code).map(([said]) => said)
  const forms = [`-${code})`, ...(text.match(SIGNAL_NAME) ?? []), ...texts]
  return message.endsWith(` -${code}`) || forms.some(form => message.includes(form))
}

/**
 * Return the rank that the first reports are about.
 *
 * @param {Failure[]} first The reports of the process that failed first.
 * @returns {string | null} The rank; null where it is none or several.
 */
export function firstRank(first) {
  const ranks = new Set(first.map(({ source }) => source))
  return ranks.size === 1 ? [...ranks][0] : null
}

/**
 * Tell whether a failure is an exception.
 *
 * @param {Failure} failure A failure.
 * @returns {boolean} False for a signal or an exit.
 */
export function isException({ kind }) {
  return kind === "exception"
}

/**
 * Tell whether a launcher reports that an exception ended a process.
 *
 * @param {Failure[]} failures What the log reports in a general form.
 * @returns {boolean} Whether one does.
 */
export function wasException(failures) {
  return failures.some(failure => {
    if (isException(failure)) return failure.isSecondary
    return failure.kind === "exit-code" && failure.code === OF_EXCEPTIONS
  })
}

/**
 * Return the lines of the text of an exception, without the traceback above it.
 *
 * @param {Failure} failure The exception.
 * @returns {number[]} Their numbers.
 */
export function ownLines({ line, lastLine }) {
  return Array.from({ length: lastLine - line + 1 }, (_, index) => line + index)
}

/**
 * Tell whether an entry was found in several exceptions, of ranks that the log doesn't name.
 *
 * @param {Sighting} found
 * @param {Failure[]} failures What the log reports in a general form.
 * @returns {boolean} True where it was.
 */
export function raisedBySeveral({ numbers }, failures) {
  const unnamed = failures.filter(failure => isException(failure) && failure.source === null)
  return unnamed.filter(failure => isCovered(failure, numbers)).length > 1
}

/**
 * Tell whether an entry has a message among the lines of a failure. Of a message that only reports a
 * failure somewhere else, the lines above an exception tell nothing about it, nor does it explain why
 * a process was killed unless it names the signal.
 *
 * @param {Failure} failure
 * @param {Seen[]} seen
 */
function isExplained(failure, seen) {
  return seen.some(({ isPrimary, isNumeric, reports, sighting: { message, numbers, ends } }) => {
    if (isNumeric) return false
    const isAbout = isPrimary || names(message, failure)
    if (isAbout && isCovered(failure, numbers)) return true
    const isTold = (/** @type {number} */ number) =>
      numbers.has(number) || ends.has(number) || reports?.has(number)
    return isException(failure) && ownLines(failure).some(isTold)
  })
}

/**
 * @param {Failure} failure
 * @param {Set<number>} numbers
 */
function isCovered({ firstLine, lastLine }, numbers) {
  if (lastLine - firstLine >= numbers.size) {
    return [...numbers].some(number => firstLine <= number && number <= lastLine)
  }
  for (let number = firstLine; number <= lastLine; number += 1) {
    if (numbers.has(number)) return true
  }
  return false
}

/**
 * Return the exception that ended a rank before and elsewhere than any known crash.
 *
 * @param {Failure[]} exceptions
 * @param {Sighting[]} crashes
 */
function before(exceptions, crashes) {
  const first = Math.min(...crashes.map(crash => crash.first[0]))
  const ranks = new Set(crashes.flatMap(({ sources }) => [...sources]))
  const ended = exceptions.find(({ source, line, linesAfter }) => {
    return source !== null && !ranks.has(source) && line < first && linesAfter <= TERMINAL
  })
  return ended ?? null
}

/**
 * Return a text that the reports of one failure share.
 *
 * @param {Failure} failure
 */
function nameOf({ kind, text, source }) {
  return JSON.stringify([text, kind === "exception" ? null : source])
}
