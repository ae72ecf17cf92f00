/** HTML of what an entry says about a query; every text is escaped. */

import { words } from "./tokenizer.js"

const TEASER_LENGTH = 220
const SENTENCE_END = /(?<=[.!?:]) +(?=\p{Lu})/u

/**
 * Return the sentences of an entry that contain most of some words.
 *
 * @param {{ summary: string, cause: string }} entry The entry.
 * @param {Set<string>} stems The words.
 * @returns {string} Plain text.
 */
export function excerpt({ summary, cause }, stems) {
  const sentences = `${summary} ${cause}`.split(SENTENCE_END)
  const counts = sentences.map(sentence => {
    return new Set(words(sentence).filter(word => stems.has(word))).size
  })
  const best = counts.indexOf(Math.max(...counts))
  let text = sentences[best]
  for (const sentence of sentences.slice(best + 1)) {
    if (text.length + sentence.length >= TEASER_LENGTH) break
    text += ` ${sentence}`
  }
  return text.length > 2 * TEASER_LENGTH ? `${text.slice(0, 2 * TEASER_LENGTH)} …` : text
}

/**
 * Return a text with some of its words marked.
 *
 * @param {string} text Plain text.
 * @param {Set<string>} stems The words to mark.
 * @returns {string} HTML.
 */
export function marked(text, stems) {
  return text.split(/([\p{L}\p{N}]+)/u)
    .map((part, index) => {
      const isMarked = index % 2 && words(part).some(word => stems.has(word))
      return isMarked ? `<mark>${escaped(part)}</mark>` : escaped(part)
    })
    .join("")
}

/**
 * Escape a text.
 *
 * @param {string} text Plain text.
 * @returns {string} HTML.
 */
export function escaped(text) {
  /** @type {Record<string, string>} */
  const named = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "'": "&#x27;" }
  return text.replace(/[<>&"']/g, character => named[character])
}
