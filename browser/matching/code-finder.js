/** Finds the codes of a table in a log, as trainwreck/logs/code_patterns.py and snapshot/codes.py do. */

import { numberOf } from "./characters.js"

/** @import { Code, CodePattern, CodeTable } from "../common/types.js" */

const LETTER_OR_DIGIT = /^[\p{L}\p{N}]/u
const LAST_DOTS = /\.+$/

/** Knows a table of codes. */
export class CodeFinder {
  /** @type {Map<CodePattern, RegExp>} Made when they are needed. */
  #expressions = new Map()

  /** @param {CodeTable} table The table. */
  constructor(table) {
    this.table = table
  }

  /**
   * Tell whether a text may have a code of the table.
   *
   * @param {string} text Any text.
   * @returns {boolean} False where it has none.
   */
  mayBeIn(text) {
    return this.table.patterns.some(({ literal }) => text.includes(literal))
  }

  /**
   * Find what the patterns of the table find.
   *
   * @param {string} line A line of a log.
   * @returns {{ kind: string, value: string }[]} Each code as it is written, and what that is:
   *   "number", "name" or "text".
   */
  find(line) {
    return this.table.patterns.filter(({ literal }) => line.includes(literal)).flatMap(pattern => {
      return [...line.matchAll(this.#expression(pattern))].flatMap(({ groups = {} }) => {
        return Object.entries(groups).map(([kind, value]) => ({ kind, value }))
      })
    })
  }

  /** @param {CodePattern} pattern */
  #expression(pattern) {
    const made = this.#expressions.get(pattern) ?? new RegExp(pattern.source, `${pattern.flags}g`)
    this.#expressions.set(pattern, made)
    return made
  }

  /**
   * Return the codes that a pattern found, most often one.
   *
   * @param {string} kind What was found: "number", "name" or "text".
   * @param {string} value As the log has it; a text may go on after the official one.
   * @returns {Code[]} The codes.
   */
  codes(kind, value) {
    const { codes } = this.table
    if (kind === "number") {
      const wanted = wholeNumber(value)
      return codes.filter(({ number }) => number === wanted)
    }
    const wanted = value.toLowerCase().replace(LAST_DOTS, "")
    if (kind === "name") return codes.filter(({ name }) => name?.toLowerCase() === wanted)
    const texts = codes.map(({ text }) => text && text.toLowerCase().replace(LAST_DOTS, ""))
    const longest = texts.filter(text => text && begins(wanted, text))
      .reduce((best, text) => (text && text.length > (best ?? "").length ? text : best), "")
    return longest ? codes.filter((_, index) => texts[index] === longest) : []
  }
}

/** @param {string} value */
function wholeNumber(value) {
  const isNegative = value.startsWith("-")
  const digits = value.slice(Number(isNegative))
  const number = /^0x/i.test(digits) ? Number(digits) : numberOf(digits)
  return isNegative ? -number : number
}

/**
 * @param {string} text
 * @param {string} beginning
 */
function begins(text, beginning) {
  if (!text.startsWith(beginning)) return false
  return !LETTER_OR_DIGIT.test(text.slice(beginning.length))
}
