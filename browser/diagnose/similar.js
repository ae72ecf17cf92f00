/**
 * The entries whose words are most like those of a log in which no known message was found. They
 * explain nothing, and the page says so.
 */

import { looksLikeAnError } from "../shared/error-lines.js"

/** @import { Entry } from "../shared/types.js" */

const MOST_LINES = 12
const MOST_WORDS = 60
const LONGEST_LINE = 2_000
/** @type {[field: (entry: Entry) => string, weight: number][]} */
const FIELDS = [
  [entry => `${entry.title} ${entry.id}`, 8],
  [entry => entry.messages.join("\n"), 6],
  [entry => entry.keywords.join("\n"), 6],
  [entry => entry.samples.join("\n"), 3],
  [entry => entry.summary, 3],
  [entry => entry.cause, 2],
  [entry => entry.prose, 1],
]

/**
 * Rank the entries by the words of the lines of a log that look like errors.
 *
 * @param {Entry[]} entries The entries.
 * @param {string} tail The end of the log.
 * @param {number} limit How many to return at most.
 * @returns {Entry[]} The most similar ones, none where no word is shared.
 */
export function similar(entries, tail, limit) {
  const fields = entries.map(entry => {
    return FIELDS.map(([textOf, weight]) => ({ weight, words: wordsOf(textOf(entry)) }))
  })
  const scores = entries.map(() => 0)
  for (const word of tellingWords(tail)) {
    const weights = fields.map(of => {
      return Math.max(...of.map(({ words, weight }) => (words.has(word) ? weight : 0)))
    })
    const rarity = Math.log(1 + entries.length / (1 + weights.filter(Boolean).length))
    for (const [index, weight] of weights.entries()) scores[index] += weight * rarity
  }
  return entries
    .map((entry, index) => ({ entry, score: scores[index] }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ entry }) => entry)
}

/** @param {string} tail */
function tellingWords(tail) {
  const lines = tail.split(/[\r\n]+/).filter(line => line.trim())
  const telling = lines.filter(looksLikeAnError)
  const last = (telling.length ? telling : lines).slice(-MOST_LINES)
  const words = wordsOf(last.map(line => line.slice(0, LONGEST_LINE)).join(" "))
  return [...words].slice(0, MOST_WORDS)
}

/** @param {string} text */
function wordsOf(text) {
  const apart = text.replace(/(?<=[a-z0-9])(?=[A-Z])/g, " ")
  const words = `${text} ${apart}`.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []
  return new Set(words.filter(word => !/^\d+$/.test(word)))
}
