/** Which codes a filter keeps. */

import { hasWords, normalized } from "../matrix/filter.js"

/**
 * Tell whether the text of a row contains all words that were typed. A number must begin as typed: 79
 * is not meant to find 179.
 *
 * @param {string} text What the row says, normalized.
 * @param {string} typed What was typed.
 * @returns {boolean} True where nothing is missing.
 */
export function hasCode(text, typed) {
  const words = normalized(typed).split(" ").filter(Boolean)
  return words.every(word => {
    return /^\d+$/.test(word) ? new RegExp(`(?<!\\d)${word}`).test(text) : hasWords(text, word)
  })
}
