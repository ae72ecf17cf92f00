/** What the site's ranker finds, for the tests that compare it with the command's. */

import { usualAnswer } from "../../../browser/search/common-queries.js"
import { EntrySearch } from "../../../browser/search/entry-search.js"
import { Ranker } from "../../../browser/search/ranker.js"
import { ShardedIndex } from "../../../browser/search/sharded-index.js"
import { Shards } from "../../../browser/search/shards.js"
import { compounds } from "../../../browser/search/tokenizer.js"
import { WordIndex } from "../../../browser/search/word-index.js"

/** @import { EntryData } from "../../../browser/search/entry-search.js" */
/** @import { SearchedEntry } from "../../../browser/search/word-index.js" */

/** @type {string[]} */
let ids
/** @type {Ranker} */
let ranker
/** @type {Record<string, any>} */
let files
/** @type {ShardedIndex} */
let index
/** @type {EntrySearch} */
let search

/**
 * Set the catalog.
 *
 * @param {SearchedEntry[]} searched Its entries.
 */
export function setEntries(searched) {
  ids = searched.map(({ id }) => id)
  ranker = new Ranker(new WordIndex(searched))
}

/**
 * Set the catalog.
 *
 * @param {Record<string, any>} written What the site's search loads, by the names of the files.
 */
export function setFiles(written) {
  files = written
  const catalog = files["catalog.json"]
  search = new EntrySearch(catalog, kind => async number => files[`${catalog.folder}/${kind}-${number}.json`])
}

/**
 * Search the files as the site does.
 *
 * @param {string} query What somebody typed.
 * @returns {Promise<[string[], boolean[], string[], string | null]>} Ids, whether they fit, the words that
 *   no entry contains, and the query without its typing errors.
 */
export async function find(query) {
  const { entries, unknown, searchedFor } = await search.find(query)
  return [entries.map(({ entry }) => entry.id), entries.map(({ fits }) => fits), unknown, searchedFor]
}

/**
 * Return what people look for with queries.
 *
 * @param {string[]} queries What they type.
 * @returns {(string | null)[]} Ids of entries.
 */
export function usualAnswers(queries) {
  return queries.map(query => usualAnswer(query) ?? null)
}

/** Forget what was loaded. */
export function forget() {
  const { folder, entries, presences, words } = files["catalog.json"]
  ids = entries.map((/** @type {{ id: string }} */ { id }) => id)
  const shards = new Shards(words, async number => files[`${folder}/words-${number}.json`])
  const counted = entries.map((/** @type {EntryData["entries"][0]} */ entry) => ({ messages: [], ...entry }))
  index = new ShardedIndex(counted, presences, shards)
  ranker = new Ranker(index)
}

/**
 * Rank the entries.
 *
 * @param {string} query The query.
 * @param {boolean} unfinished Whether its last word may be the beginning of one.
 * @returns {[string, number, number, boolean][]} Ids with scores, similarities and whether they fit.
 */
export function rank(query, unfinished) {
  const ranked = ranker.rank(query, { unfinished })
  return ranked.map(({ position, score, similarity, fits }) => [ids[position], score, similarity, fits])
}

/**
 * Return the words of a query that no entry contains.
 *
 * @param {string} query A query; where the catalog is files, one that was ranked.
 * @param {boolean} unfinished Whether its last word may be the beginning of one.
 * @returns {string[]} The words.
 */
export function unknownWords(query, unfinished) {
  return ranker.unknownWords(query, { unfinished })
}

/**
 * Rank the entries of the files, of which it loads what it needs.
 *
 * @param {string} query The query.
 * @param {boolean} unfinished Whether its last word may be the beginning of one.
 * @returns {Promise<[string, number, number, boolean][]>} Ids with scores, similarities and whether
 *   they fit.
 */
export async function rankWithShards(query, unfinished) {
  await index.prepare(query, [], unfinished)
  return rank(query, unfinished)
}

/**
 * Return the words of a query that say most, and which of them an entry of the files contains.
 *
 * @param {string} query A query that was ranked.
 * @param {number} position Position of the entry.
 * @returns {[string, boolean][]} The words in their order.
 */
export function distinctiveWords(query, position) {
  return ranker.distinctiveWords(query).map(word => [word, ranker.contains(position, word)])
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
