/** What the site's ranker finds, for the tests that compare it with the command's. */

import { Ranker } from "../../../browser/search/ranker.js"
import { compounds } from "../../../browser/search/tokenizer.js"

/** @import { SearchedEntry } from "../../../browser/search/word-index.js" */

/** @type {SearchedEntry[]} */
let entries
/** @type {Ranker} */
let ranker

/**
 * Set the catalog.
 *
 * @param {SearchedEntry[]} searched Its entries.
 */
export function setEntries(searched) {
  entries = searched
  ranker = new Ranker(entries)
}

/**
 * Rank the entries.
 *
 * @param {string} query The query.
 * @param {boolean} unfinished Whether its last word may be the beginning of one.
 * @returns {[string, number, number][]} Ids with scores and similarities.
 */
export function rank(query, unfinished) {
  const ranked = ranker.rank(query, { unfinished })
  return ranked.map(({ position, score, similarity }) => [entries[position].id, score, similarity])
}

/**
 * Take a text apart.
 *
 * @param {string} text The text.
 * @returns {[string[], string | null][]} Its compounds.
 */
export function compoundsOf(text) {
  return compounds(text).map(({ parts, whole }) => [parts, whole ?? null])
}
