/**
 * What of a long text to search for: a log of megabytes would make the page slow, and most of it says
 * nothing.
 */

import { looksLikeAnError } from "../common/error-lines.js"

const LONGEST = 2_000
const LONGEST_LINE = 400
/** Separates lines in a field of one line, which drops line feeds. */
export const LINE_SEPARATOR = "\u2028"

/**
 * Return the part of a text that is worth searching for.
 *
 * @param {string} text Any text, of any length.
 * @returns {string} The text; of one with more than 2,000 characters the last lines that look like
 *   errors, or where none does the last ones.
 */
export function excerpt(text) {
  if (text.length <= LONGEST) return text
  return lastLines(text, looksLikeAnError) || lastLines(text, () => true)
}

/**
 * Return a text as a search field of one line can hold it.
 *
 * @param {string} text Any text.
 * @returns {string} Its excerpt, with separators where lines ended.
 */
export function inOneLine(text) {
  return excerpt(text.trim()).replace(/\s*[\r\n]+\s*/g, LINE_SEPARATOR)
}

/**
 * @param {string} text
 * @param {(line: string) => boolean} isWanted
 */
function lastLines(text, isWanted) {
  const kept = []
  let room = LONGEST
  let end = text.length
  while (end > 0 && room > 0) {
    const start = text.lastIndexOf("\n", end - 1) + 1
    const line = shortened(text, start, end)
    if (line.trim() && isWanted(line)) {
      kept.unshift(line.slice(0, room))
      room -= line.length + 1
    }
    end = start - 1
  }
  return kept.join("\n")
}

/**
 * Return beginning and end of a line: what failed is in one of them.
 *
 * @param {string} text
 * @param {number} start
 * @param {number} end
 */
function shortened(text, start, end) {
  if (end - start <= LONGEST_LINE) return text.slice(start, end)
  const half = LONGEST_LINE / 2
  return `${text.slice(start, start + half)} ${text.slice(end - half, end)}`
}
