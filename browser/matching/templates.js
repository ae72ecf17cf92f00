/**
 * The message language, as in trainwreck/logs/templates.py: pieces of fixed text with placeholders
 * between them.
 */

import data from "#data/matching.json" with { type: "json" }

import { SPACE, isLetterOrDigit, stripped } from "./characters.js"
import { folded } from "./stream.js"

/** @import { Stream } from "./stream.js" */

/**
 * @typedef {object} Placeholder What may be between two pieces.
 * @property {number} reach The most characters, white space not counted.
 * @property {RegExp | null} holds What all of it must match; null where anything is allowed.
 * @property {number} ends The most ends of logical lines in it.
 *
 * @typedef {[end: number, start: number]} Reached The end of a piece, and where its match began.
 */

const WORDS = new RegExp(`[^${SPACE}]+`, "g")
const LINE_END = "\n"
/** Splits a message at its placeholders, and at versions, which stand for any number. */
const PART = new RegExp(data.part, "u")
const OPENS = new RegExp(`^${data.part}`, "u")
/** @type {Record<string, Placeholder>} By their marks. */
const PLACEHOLDERS = Object.fromEntries(Object.entries(data.placeholders).map(([mark, rule]) => {
  return [mark, { ...rule, holds: rule.holds === null ? null : new RegExp(`^(?:${rule.holds})$`, "u") }]
}))
/** Finds the marks of placeholders in a message. */
export const PLACEHOLDER_MARK = new RegExp(
  Object.keys(PLACEHOLDERS)
    .filter(mark => mark.trim())
    .map(mark => mark.replace(/\W/g, "\\$&"))
    .join("|"),
  "g",
)
const ANYTHING = PLACEHOLDERS["<*>"]
const NUMBER = PLACEHOLDERS["<#>"]

/** A message as a catalog gives it, ready to be looked for. */
export class Template {
  /** @param {string} text The message. */
  constructor(text) {
    const written = stripped(text)
    this.text = text
    /** @type {string[]} The fixed text, folded. */
    this.pieces = []
    /** @type {Placeholder[]} What is before each piece but the first. */
    this.placeholders = []
    this.openStart = OPENS.test(written)
    this.openEnd = this.#parse(written)
    this.isOneLine = !this.placeholders.some(({ ends }) => ends)
    /** Letters and digits of fixed text: how specific the message is. */
    this.weight = [...this.pieces.join("")].filter(
      character => isLetterOrDigit(character.charCodeAt(0)),
    ).length
    this.isWholeLine = this.weight < data.anywhere
    /** The longest piece, the one to look for first. */
    this.anchor = this.pieces.reduce((best, piece) => (piece.length > best.length ? piece : best), "")
    /** Length of the longest text that the message can match. */
    this.span =
      this.pieces.reduce((sum, piece) => sum + piece.length, 0) +
      this.placeholders.reduce((sum, { reach }) => sum + reach, 0)
  }

  /**
   * Find the message in a stream.
   *
   * @param {Stream} stream What a log says.
   * @param {number[]} anchors Where the longest piece is, ascending.
   * @returns {[start: number, end: number][]} Each match, none within another.
   */
  matches(stream, anchors) {
    /** @type {[number, number][]} */
    const found = []
    if (!this.pieces.every(piece => stream.containsAnywhere(piece))) return found
    let done = 0
    for (const [low, high] of this.#windows(stream, anchors)) {
      // Ends that a match can have, ascending; the starts that lead there ascend too.
      for (const [end, start] of this.#reachedIn(stream, low, high)) {
        if (low + start < done || !this.#mayEnd(stream, low + start, low + end)) continue
        found.push([low + start, low + end])
        done = low + end
      }
    }
    return found
  }

  /**
   * Return the parts of a stream that may contain a match, those that touch as one.
   *
   * @param {Stream} stream
   * @param {number[]} anchors
   */
  #windows(stream, anchors) {
    /** @type {[low: number, high: number][]} */
    const windows = []
    for (const anchor of anchors) {
      const line = this.isOneLine ? stream.logicalLineOf(anchor) : 0
      const first = this.isOneLine ? stream.logicalStarts[line] : 0
      const end = this.isOneLine ? stream.endOfLogicalLine(line) : stream.length
      const low = Math.max(first, anchor - this.span)
      const high = Math.min(end, anchor + this.span)
      const last = windows[windows.length - 1]
      if (last && low <= last[1]) last[1] = Math.max(last[1], high)
      else windows.push([low, high])
    }
    return windows
  }

  /**
   * Set pieces and placeholders, and tell whether the message ends with a placeholder.
   *
   * @param {string} written
   */
  #parse(written) {
    /** @type {Placeholder | null} */
    let pending = null
    for (const [index, part] of written.split(PART).entries()) {
      if (index % 2) {
        const placeholder = PLACEHOLDERS[stripped(part) || LINE_END] ?? NUMBER
        pending = pending && pending.reach > placeholder.reach ? pending : placeholder
        continue
      }
      const piece = (folded(part).match(WORDS) ?? []).join("")
      if (!piece) continue
      if (this.pieces.length) this.placeholders.push(pending ?? ANYTHING)
      this.pieces.push(piece)
      pending = null
    }
    return pending !== null
  }

  /**
   * Return the ends of the last piece between two positions, ascending, with the starts of their matches.
   *
   * @param {Stream} stream
   * @param {number} low
   * @param {number} high
   */
  #reachedIn(stream, low, high) {
    const window = stream.text.slice(low, high)
    let reached = this.#startsIn(window, low, stream)
    for (let index = 1; index < this.pieces.length && reached.length; index += 1) {
      reached = this.#reachedBy(index, reached, window, low, stream)
    }
    return reached
  }

  /**
   * @param {Stream} stream
   * @param {number} start
   * @param {number} end
   */
  #mayEnd(stream, start, end) {
    if (this.isWholeLine) return stream.isWholeLine(start, end)
    return this.openEnd || stream.beginsWord(end)
  }

  /**
   * Return where a match may begin, with the end of its first piece.
   *
   * @param {string} window
   * @param {number} low
   * @param {Stream} stream
   * @returns {Reached[]}
   */
  #startsIn(window, low, stream) {
    const [piece] = this.pieces
    /** @type {Reached[]} */
    const reached = []
    for (const position of positionsIn(window, piece)) {
      if (this.openStart || stream.beginsWord(low + position)) {
        reached.push([position + piece.length, position])
      }
    }
    return reached
  }

  /**
   * Return the ends of a piece, ascending, that follow one of the ends of the piece before it. Only
   * the latest of these has to be tried, as the least is between.
   *
   * @param {number} index
   * @param {Reached[]} ends
   * @param {string} window
   * @param {number} low
   * @param {Stream} stream
   * @returns {Reached[]}
   */
  #reachedBy(index, ends, window, low, stream) {
    const piece = this.pieces[index]
    const placeholder = this.placeholders[index - 1]
    /** @type {Reached[]} */
    const reached = []
    let next = 0
    for (const position of positionsIn(window, piece)) {
      const limit = placeholder.ends ? stream.lineStart(low + position) - low : position
      while (next < ends.length && ends[next][0] <= limit) next += 1
      if (!next) continue
      const [end, start] = ends[next - 1]
      // The first piece of a line begins a word, as the first piece of the message does.
      const begins = !placeholder.ends || stream.beginsWord(low + position)
      if (begins && allows(placeholder, window, end, position)) {
        reached.push([position + piece.length, start])
      }
    }
    return reached
  }
}

/**
 * Yield where a piece is in a text.
 *
 * @param {string} text
 * @param {string} piece
 */
function* positionsIn(text, piece) {
  let position = text.indexOf(piece)
  while (position >= 0) {
    yield position
    position = text.indexOf(piece, position + 1)
  }
}

/**
 * Tell whether a placeholder may stand for a part of a text.
 *
 * @param {Placeholder} placeholder
 * @param {string} window
 * @param {number} end
 * @param {number} position
 */
function allows({ reach, ends: mostEnds, holds }, window, end, position) {
  if (position - end > reach) return false
  const text = window.slice(end, position)
  const ends = text.split(LINE_END).length - 1
  if (mostEnds) return ends <= mostEnds
  return !ends && (!holds || holds.test(text))
}
