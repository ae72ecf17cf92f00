/** The message language, as in trainwreck/logs/templates.py: pieces of fixed text, placeholders between. */

import data from "#data/matching.json" with { type: "json" }

import { SPACE, isLetterOrDigit, stripped } from "./characters.js"
import { folded } from "./stream.js"

/** @import { Stream } from "./stream.js" */

/**
 * @typedef {object} Placeholder What may be between two pieces.
 * @property {number} reach The most characters, white space not counted.
 * @property {RegExp | null} holds What all of it must match; null where anything is allowed.
 * @property {number} ends The most ends of logical lines in it.
 * @property {[low: number, high: number]} [bounds] Of the number that it stands for; without them, it
 *   may stand for more than one number, or for other text.
 *
 * @typedef {[end: number, start: number]} Reached The end of a piece, and where its match began.
 */

const WORDS = new RegExp(`[^${SPACE}]+`, "g")
const LINE_END = "\n"
/** Splits a message at its placeholders, and at versions, which stand for any number. */
const PART = new RegExp(data.part, "u")
const OPENS = new RegExp(`^${data.part}`, "u")
/** @type {Record<string, Placeholder>} By their marks. */
const PLACEHOLDERS = Object.fromEntries(data.placeholders.map(({ mark, holds, ...rule }) => {
  return [mark, { ...rule, holds: holds === null ? null : new RegExp(`^(?:${holds})$`, "u") }]
}))
/** Bounded numbers without and with a separator before them, in text with its spaces. */
const BOUNDED = data.bounded.map(({ holds, ...rule }) => {
  return { ...rule, holds: new RegExp(`^(?:${holds})`, "u") }
})
/** Finds the marks of placeholders in a message. */
export const PLACEHOLDER_MARK = new RegExp(data.placeholder, "gu")
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
    const last = this.#parse(written)
    this.openEnd = last !== null
    /** The number with bounds that the message ends with. */
    this.endNumber = last?.bounds ? last : null
    /** Whether it stands for text within two logical lines, with any number between them. */
    this.hasTwoLines = this.placeholders.filter(({ ends }) => ends).length === 1
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
      this.placeholders.reduce((sum, { reach }) => sum + reach, 0) +
      (this.endNumber?.reach ?? 0)
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
      for (const [last, start] of this.#reachedIn(stream, low, high)) {
        const end = this.endNumber
          ? boundedEnd(this.endNumber, stream, low + last, stream.length)
          : low + last
        if (low + start < done || !end || !this.#mayEnd(stream, low + start, end)) continue
        found.push([low + start, end])
        done = end
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
   * Set pieces and placeholders, and return the placeholder that the message ends with.
   *
   * @param {string} written
   */
  #parse(written) {
    /** @type {Placeholder | null} */
    let pending = null
    for (const [index, part] of written.split(PART).entries()) {
      if (index % 2) {
        pending = joined(pending, placeholderOf(part))
        continue
      }
      const piece = (folded(part).match(WORDS) ?? []).join("")
      if (!piece) continue
      if (this.pieces.length) this.placeholders.push(pending ?? ANYTHING)
      this.pieces.push(piece)
      pending = null
    }
    return pending
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
      if (begins && allows(placeholder, stream, low + end, low + position)) {
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
 * Return what a placeholder or a part of a message stands for.
 *
 * @param {string} mark
 * @returns {Placeholder}
 */
function placeholderOf(mark) {
  if (!mark.endsWith(">") || !mark.includes("..")) return PLACEHOLDERS[stripped(mark) || LINE_END] ?? NUMBER
  const [before, bounds] = mark.slice(0, -1).split("<#")
  const [low, high] = bounds.split("..")
  const limits = /** @type {[number, number]} */ ([Number(low || -Infinity), Number(high || Infinity)])
  return { ...BOUNDED[before ? 1 : 0], bounds: limits }
}

/**
 * Return what stands for two placeholders without text between them.
 *
 * @param {Placeholder | null} placeholder
 * @param {Placeholder} following
 * @returns {Placeholder}
 */
function joined(placeholder, following) {
  if (!placeholder) return following
  const { reach, ends } = following
  if (placeholder.bounds && ends) return { ...placeholder, reach, ends }
  return placeholder.reach > reach ? placeholder : following
}

/**
 * Tell whether a placeholder may stand for a part of a stream.
 *
 * @param {Placeholder} placeholder
 * @param {Stream} stream
 * @param {number} end Where the part begins: the end of the piece before it.
 * @param {number} position Where the part ends.
 */
function allows(placeholder, stream, end, position) {
  const { reach, ends: mostEnds, holds, bounds } = placeholder
  if (position - end > reach) return false
  const text = stream.text.slice(end, position)
  const ends = text.split(LINE_END).length - 1
  if (bounds) {
    const numberEnd = boundedEnd(placeholder, stream, end, position)
    if (numberEnd === null || !(mostEnds || numberEnd === position)) return false
  }
  if (mostEnds) return ends <= mostEnds
  if (ends || !holds || bounds) return !ends
  // Fixed text that begins with a digit is no part of a longer number.
  return holds.test(text) && (stream.text[position] > "9" || stream.beginsWord(position))
}

/**
 * Return where the number ends that a placeholder stands for at a position; null if none does.
 *
 * @param {Placeholder} placeholder
 * @param {Stream} stream
 * @param {number} start
 * @param {number} limit Position up to which it is read.
 */
function boundedEnd({ reach, holds, bounds = [-Infinity, Infinity] }, stream, start, limit) {
  // A little more than it may stand for shows what follows the number.
  const found = holds?.exec(stream.spaced(start, Math.min(limit, start + reach + 2)))
  const value = Number(found?.groups?.number ?? NaN)
  if (!found || !(bounds[0] <= value && value <= bounds[1])) return null
  const end = start + found[0].replaceAll(" ", "").length
  return end - start <= reach ? end : null
}
