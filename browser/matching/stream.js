/**
 * The text of a log without its noise, as one run of characters in which messages can be found:
 * `Stream` of trainwreck/logs/normalizer.py.
 */

import data from "#data/matching.json" with { type: "json" }

import { NOT_ASCII, isLetterOrDigit, isOfEastAsia, isSpace, lengthOf, replacementFor } from "./characters.js"
import { logicalLines } from "./normalizer.js"

/** @import { Line } from "./normalizer.js" */

const RULES = data.noise
/** Ends each logical line; only a message of several lines reaches over it. */
const END = 10
const QUOTE = 39
const BACKSLASH = 92
/** Letters that a quoted text writes behind a backslash for a break: n, r and t. */
const ESCAPED_BREAKS = new Set([110, 114, 116])
const QUOTES = new RegExp(`[${RULES.quotes}]`, "g")
const UNSEEN = new RegExp(`[${RULES.unseen}]`, "g")
const ASTRAL = /[\u{10000}-\u{10ffff}]/gu
const DECODER = new TextDecoder("utf-16le", { ignoreBOM: true })
/** What a stream contains for each ASCII character; 0 for white space. */
const FOLDED = Uint8Array.from({ length: 128 }, (_, code) => {
  if (isSpace(code)) return 0
  if (RULES.quotes.includes(String.fromCharCode(code))) return QUOTE
  return String.fromCharCode(code).toLowerCase().charCodeAt(0)
})

/**
 * Return a text as a stream contains it, but for its white space.
 *
 * @param {string} text Any text.
 * @returns {string} The text with one kind of quote and in lower case.
 */
export function folded(text) {
  if (!NOT_ASCII.test(text)) return text.toLowerCase().replace(QUOTES, "'")
  return text.replace(QUOTES, "'").replace(UNSEEN, "").toLowerCase().replace(ASTRAL, replacementFor)
}

/** The text of a log without white space, quotes all alike, in lower case, as character codes. */
export class Stream {
  /** @type {string | undefined} */
  #decoded
  /** @type {Map<string, boolean>} Texts that were looked for, and whether they were found. */
  #known = new Map()

  /**
   * @param {string} text A log or a part of it.
   * @param {number} first Number of its first line.
   */
  constructor(text, first) {
    const logical = logicalLines(text, first)
    /** @type {Line[]} The lines of the log. */
    this.lines = []
    /** @type {number[]} Where each of them begins. */
    this.starts = []
    /** @type {number[]} Where each logical line begins. */
    this.logicalStarts = []
    for (const { lines } of logical) this.lines.push(...lines)
    const size = this.lines.reduce((sum, line) => sum + line.text.length, logical.length)
    // Small letters can be longer than capital ones.
    this.codes = new Uint16Array(NOT_ASCII.test(text) ? 2 * size : size)
    /** Where a word begins after white space. */
    this.breaks = new Uint8Array(this.codes.length + 1)
    this.length = 0
    for (const { lines } of logical) {
      this.logicalStarts.push(this.length)
      for (const line of lines) this.#append(line.text)
      this.codes[this.length] = END
      this.length += 1
    }
  }

  /** The same as a string, made only where something may have been found. */
  get text() {
    this.#decoded ??= DECODER.decode(this.codes.subarray(0, this.length))
    return this.#decoded
  }

  /**
   * Tell whether a text is anywhere in the stream; it is looked for once.
   *
   * @param {string} piece Folded text.
   * @returns {boolean} True where it is.
   */
  containsAnywhere(piece) {
    let found = this.#known.get(piece)
    if (found === undefined) {
      found = this.text.includes(piece)
      this.#known.set(piece, found)
    }
    return found
  }

  /**
   * Tell whether a text is at a position.
   *
   * @param {string} piece Folded text.
   * @param {number} position Where it would begin.
   * @returns {boolean} True where it is.
   */
  contains(piece, position) {
    if (position < 0 || position + piece.length > this.length) return false
    for (let index = 0; index < piece.length; index += 1) {
      if (this.codes[position + index] !== piece.charCodeAt(index)) return false
    }
    return true
  }

  /**
   * Return a part of the text with spaces between its words again.
   *
   * @param {number} start Its first position.
   * @param {number} end The position after its last.
   * @returns {string} The text.
   */
  spaced(start, end) {
    let text = ""
    for (let at = start; at < Math.min(end, this.length); at += 1) {
      text += `${this.breaks[at] ? " " : ""}${String.fromCharCode(this.codes[at])}`
    }
    return text
  }

  /**
   * Return where in its line the character at a position is.
   *
   * @param {number} position A position of the stream.
   * @returns {number} Its column in the raw line, from 0.
   */
  columnOf(position) {
    const at = lastUpTo(this.starts, position)
    const { raw, text } = this.lines[at]
    const column = lengthOf(raw) - lengthOf(text)
    let left = position - this.starts[at]
    let place = 0
    for (const character of text) {
      if (!isSpace(character.charCodeAt(0))) {
        if (left === 0) return column + place
        left -= 1
      }
      place += 1
    }
    return column
  }

  /**
   * Return the lines of the log that contain a part of the stream.
   *
   * @param {number} start Its first position.
   * @param {number} end The position after its last.
   * @returns {Line[]} The lines.
   */
  linesBetween(start, end) {
    const first = lastUpTo(this.starts, start)
    const last = lastUpTo(this.starts, Math.max(start, end - 1))
    return this.lines.slice(first, last + 1)
  }

  /**
   * Return where the line of the log that contains a position begins.
   *
   * @param {number} position A position of the stream.
   * @returns {number} A position of the stream.
   */
  lineStart(position) {
    return this.starts[lastUpTo(this.starts, position)]
  }

  /**
   * Tell whether a part of the stream is a whole line of the log.
   *
   * @param {number} start Its first position.
   * @param {number} end The position after its last.
   * @returns {boolean} True where the line contains nothing else.
   */
  isWholeLine(start, end) {
    const isEnd = end >= this.length || this.codes[end] === END || this.lineStart(end) === end
    return isEnd && this.lineStart(start) === start
  }

  /**
   * Return the index of the logical line that contains a position.
   *
   * @param {number} position A position of the stream.
   * @returns {number} An index.
   */
  logicalLineOf(position) {
    return lastUpTo(this.logicalStarts, position)
  }

  /**
   * Return where a logical line ends.
   *
   * @param {number} index Its index.
   * @returns {number} The position of its END.
   */
  endOfLogicalLine(index) {
    return (this.logicalStarts[index + 1] ?? this.length) - 1
  }

  /**
   * Tell whether no word reaches over a position.
   *
   * @param {number} position A position of the stream.
   * @returns {boolean} True between words.
   */
  beginsWord(position) {
    if (position === 0 || position >= this.length || this.breaks[position]) return true
    const { codes } = this
    if (codes[position - 2] === BACKSLASH && ESCAPED_BREAKS.has(codes[position - 1])) return true
    const before = codes[position - 1]
    const after = codes[position]
    if (!isLetterOrDigit(before) || !isLetterOrDigit(after)) return true
    // Chinese, Japanese and Korean texts have no spaces around a word of another script.
    return isOfEastAsia(before) !== isOfEastAsia(after)
  }

  /** @param {string} text */
  #append(text) {
    this.starts.push(this.length)
    const said = NOT_ASCII.test(text) ? folded(text) : text
    const { codes, breaks } = this
    let position = this.length
    let apart = true
    for (let index = 0; index < said.length; index += 1) {
      const code = said.charCodeAt(index)
      const place = code < 128 ? FOLDED[code] : isSpace(code) ? 0 : code
      if (place === 0) {
        apart = true
        continue
      }
      if (apart) breaks[position] = 1
      apart = false
      codes[position] = place
      position += 1
    }
    this.length = position
  }
}

/**
 * Return the index of the last of the ascending `numbers` that is not above `limit`.
 *
 * @param {number[]} numbers
 * @param {number} limit
 */
function lastUpTo(numbers, limit) {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numbers[middle] <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}
