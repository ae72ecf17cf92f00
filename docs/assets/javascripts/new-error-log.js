/* From a log to the parts of an entry: messages, a sample without names, the software that it names.
 *
 * The same rules as trainwreck/redaction.py, proposals.py and first_look.py, whose patterns and limits
 * the page hands over. Defines TrainwreckNewLog.
 */

globalThis.TrainwreckNewLog = (() => {
  "use strict"

  class NewLog {
    #patterns
    #limits
    #redaction
    #signs

    /**
     * @param {object} data What macros/new_error.py writes: `patterns`, `limits`, `redaction`, `signs`.
     * @param {object[]} entries Entries of the compiled catalog.
     */
    constructor(data, entries) {
      this.#patterns = Object.fromEntries(
        Object.entries(data.patterns).map(([name, pattern]) => [name, compiled(pattern)]),
      )
      this.#limits = data.limits
      this.#signs = data.signs
      this.#redaction = {
        ...data.redaction,
        names: data.redaction.names.map(compiled),
        replacements: data.redaction.replacements.map(({ pattern, with: replacement }) => {
          return [compiled(pattern), replacement]
        }),
        traces: data.redaction.traces.map(trace => ({
          ...trace,
          pattern: compiled(trace.pattern),
          telling: new RegExp(trace.telling.source, `${trace.telling.flags}y`),
        })),
      }
      this.matcher = new TrainwreckMatcher(entries)
    }

    /**
     * Takes out what names a person or lets somebody in; no line is added or lost.
     *
     * @param {string} text A log or a part of one.
     * @returns {string} The text with placeholders.
     */
    redacted(text) {
      const { names, replacements, noNames, shortestName } = this.#redaction
      const found = new Set(names.flatMap(pattern => {
        return [...text.matchAll(pattern)].map(match => match.groups.name)
      }))
      let result = text
      for (const [pattern, replacement] of replacements) {
        result = result.replace(pattern, replacement)
      }
      const telling = [...found].sort().filter(name => {
        const isWord = noNames.includes(name.toLowerCase()) || /^\p{Nd}+$/u.test(name)
        return [...name].length >= shortestName && !isWord
      })
      if (!telling.length) return result
      const anywhere = telling.map(name => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|")
      const word = "[\\p{L}\\p{N}_\\-]"
      return result.replace(new RegExp(`(?<!${word})(?:${anywhere})(?!${word})`, "gu"), "<user>")
    }

    /**
     * Finds what names a person or lets somebody in, and is no placeholder.
     *
     * @param {string} text A text of an entry.
     * @returns {{line: number, problem: string, placeholder: string}[]} Each with its line, from 0, and
     *   what to write instead.
     */
    traces(text) {
      return this.#redaction.traces.flatMap(({ pattern, telling, problem, placeholder }) => {
        return [...text.matchAll(pattern)].flatMap(match => {
          const groups = match.groups ?? {}
          const value = "value" in groups ? groups.value : "name" in groups ? groups.name : match[0]
          telling.lastIndex = 0
          if (!value || !telling.test(value)) return []
          const line = text.slice(0, match.index).split("\n").length - 1
          return [{ line, problem: `"${value}" ${problem}`, placeholder }]
        })
      })
    }

    /**
     * Proposes messages made of the lines that look like errors.
     *
     * @param {string} log A log, without names.
     * @returns {{message: string, kind: "crash"|"warning"}[]} The likeliest first, those that lead to
     *   other entries last.
     */
    proposals(log) {
      const ranked = new Map()
      for (const text of this.#telling(TrainwreckMatcher.lines(log))) {
        const message = this.template(text)
        const { pieces, weight } = TrainwreckMatcher.template(message)
        const key = JSON.stringify(pieces)
        if (ranked.has(key) || weight < this.#limits.least || !message.includes(" ")) continue
        if (!this.holds(text, [message])) continue
        const rank = this.#rank(text)
        const kind = rank === this.#ranks.length - 1 ? "warning" : "crash"
        ranked.set(key, { rank, message, kind })
      }
      const best = [...ranked.values()].sort((a, b) => a.rank - b.rank).slice(0, this.#limits.proposals)
      return best
        .map(({ message, kind }) => ({ message, kind, isKnown: this.known([message]).length > 0 }))
        .sort((a, b) => Number(a.isKnown) - Number(b.isKnown))
        .map(({ message, kind }) => ({ message, kind }))
    }

    /**
     * Tells which entries already stand for something.
     *
     * @param {string[]} texts Messages, or lines of a log.
     * @returns {object[]} Certain and likely matches, the surest first.
     */
    known(texts) {
      const found = this.matcher.diagnose(texts.join("\n"))
      return found
        .filter(match => match.confidence !== "possible")
        .sort((a, b) => b.weight - a.weight)
    }

    /**
     * Takes a few lines up to the first that holds a message.
     *
     * @param {string} log A log, without names.
     * @param {string[]} messages The messages.
     * @returns {string} The lines; empty where none holds one.
     */
    sample(log, messages) {
      const { linesBefore, longestLine } = this.#limits
      const own = ownMatcher(messages)
      const said = TrainwreckMatcher.lines(log).filter(line => !this.#isBlank(line.text))
      const position = said.findIndex(line => own.find(line.raw, 1).length > 0)
      if (position < 0) return ""
      return said
        .slice(Math.max(0, position - linesBefore), position + 1)
        .map(line => cut(withoutTabs(line.raw), longestLine).replace(this.#patterns.end, ""))
        .join("\n")
    }

    /**
     * Tells whether one of `messages` stands in `text`.
     *
     * @param {string} text A log or a part of one.
     * @param {string[]} messages The messages.
     * @returns {boolean} True where one does.
     */
    holds(text, messages) {
      return ownMatcher(messages).find(text, 1).length > 0
    }

    /**
     * Names the software that a text names.
     *
     * @param {string} text Any text.
     * @returns {string[]} Words of the vocabulary, in its order.
     */
    frameworks(text) {
      const words = new Set(text.toLowerCase().match(this.#patterns.software))
      return Object.keys(this.#signs).filter(term => this.#signs[term].some(sign => words.has(sign)))
    }

    /**
     * Makes a title of a message.
     *
     * @param {string|undefined} message The first message.
     * @returns {string} The title; empty where there is no message.
     */
    title(message = "") {
      const longest = this.#limits.title
      let text = message.replace(this.#patterns.gap, " … ").replace(/^[ …]+|[ …]+$/gu, "")
      if ([...text].length > longest) text = `${beforeLastSpace(cut(text, longest))} …`
      return text
    }

    /**
     * Makes an id of a title.
     *
     * @param {string} title The title.
     * @returns {string} Its first words, joined by hyphens.
     */
    id(title) {
      const said = title.replace(this.#patterns.exceptionName, "").toLowerCase()
      return (said.match(this.#patterns.plainWord) ?? []).slice(0, this.#limits.wordsOfAnId).join("-")
    }

    /**
     * Writes a line of a log as a message: gaps where it varies, no longer than it has to be.
     *
     * @param {string} line The line, without its prefixes.
     * @returns {string} The message.
     */
    template(line) {
      const { space, varying, several, sentence, edge } = this.#patterns
      const { specific, longestMessage } = this.#limits
      let message = this.stripped(line).replace(space, " ")
      message = message.replace(varying, (...parts) => this.#gap(parts)).replace(several, "<*>")
      const sentences = message.split(sentence)
      let length = 1
      while (length < sentences.length) {
        if (TrainwreckMatcher.template(sentences.slice(0, length).join(" ")).weight >= specific) break
        length += 1
      }
      message = sentences.slice(0, length).join(" ")
      if ([...message].length > longestMessage) message = beforeLastSpace(cut(message, longestMessage))
      return this.stripped(message.replace(edge, ""))
    }

    #gap(parts) {
      const groups = parts.at(-1)
      const text = parts.at(-2)
      const position = parts.at(-3)
      if (groups.labelled) return "<#>"
      if (!groups.number) return "<*>"
      if (this.#finds("code", text.slice(0, position))) return parts[0]
      return parts[0].length <= this.#limits.longestNumber ? "<#>" : "<*>"
    }

    /* The lines that look like errors, the code quoted in tracebacks left out. */
    * #telling(said) {
      let quoted = false
      for (const line of said) {
        const text = cut(this.stripped(line.text), this.#limits.longestRead)
        const isCode = quoted && !this.#begins("exception", `${text} `)
        const isError = !isCode && !this.#begins("bystander", text)
        if (text && isError && this.#rank(text) < this.#ranks.length) yield text
        quoted = text.startsWith('File "')
      }
    }

    #ranks = [
      text => this.#begins("exception", text),
      text => this.#finds("failure", text),
      text => this.#finds("warning", text),
    ]

    #rank(text) {
      const rank = this.#ranks.findIndex(fits => fits(`${text} `))
      return rank < 0 ? this.#ranks.length : rank
    }

    #begins(name, text) {
      const { source, flags } = this.#patterns[name]
      return new RegExp(source, flags.replace("g", "y")).test(text)
    }

    #finds(name, text) {
      return text.search(this.#patterns[name]) >= 0
    }

    /**
     * Takes the white space from both ends, as Python knows it.
     *
     * @param {string} text Any text.
     * @returns {string} What is between.
     */
    stripped(text) {
      return text.replace(this.#patterns.ends, "")
    }

    #isBlank(text) {
      return this.stripped(text) === ""
    }
  }

  function compiled({ source, flags }) {
    return new RegExp(source, `${flags}g`)
  }

  function ownMatcher(messages) {
    return new TrainwreckMatcher([{ id: "new", messages, unless: [], caused_by: [] }])
  }

  function cut(text, length) {
    return text.length <= length ? text : [...text].slice(0, length).join("")
  }

  function beforeLastSpace(text) {
    const end = text.lastIndexOf(" ")
    return end < 0 ? text : text.slice(0, end)
  }

  function withoutTabs(text) {
    let column = 0
    return text.replace(/\t|[^\t]+/g, part => {
      const shown = part === "\t" ? " ".repeat(4 - (column % 4)) : part
      column += [...shown].length
      return shown
    })
  }

  return NewLog
})()
