/**
 * The entries that are most like a log in which no known message was found. They explain nothing, and
 * the page says so.
 */

import { Ranker } from "../search/ranker.js"
import { looksLikeAnError } from "../common/error-lines.js"

/** @import { Entry } from "../common/types.js" */
/** @import { SearchedEntry } from "../search/word-index.js" */

const MOST_LINES = 12
const LONGEST_LINE = 2_000
const TAG = /<[^>]*>/g
const WORD = /[\p{L}\p{N}_]{2,40}/gu

/**
 * Rank the entries by the words of the lines of a log that look like errors.
 *
 * @param {Entry[]} entries The entries.
 * @param {string} tail The end of the log.
 * @param {number} limit How many to return at most.
 * @returns {Entry[]} The most similar ones, none where no word is shared.
 */
export function similar(entries, tail, limit) {
  const ranker = new Ranker(entries.map(searched))
  return ranker.rank(errorText(tail), { limit }).map(({ position }) => entries[position])
}

/** @param {string} tail */
function errorText(tail) {
  const lines = tail.split(/[\r\n]+/).filter(line => line.trim())
  const errorLines = lines.filter(looksLikeAnError)
  const last = (errorLines.length ? errorLines : lines).slice(-MOST_LINES)
  return last.map(line => line.slice(0, LONGEST_LINE)).join("\n")
}

/**
 * Return an entry as the ranker reads it: of what is not in a field of its own each word counts once.
 *
 * @param {Entry} entry
 * @returns {SearchedEntry}
 */
function searched(entry) {
  const steps = entry.fix.flatMap(({ title, when, text }) => [title, when ?? "", text])
  const rest = [entry.first_step, ...steps.map(html => html.replace(TAG, " ")), entry.prose].join("\n")
  return { ...entry, words: [...new Set(rest.match(WORD))].join(" ") }
}
