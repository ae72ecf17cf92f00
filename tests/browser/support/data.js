/** Reads the data that the tests of both languages share. */

import { readFileSync } from "node:fs"

/**
 * Read a JSON file of tests/data.
 *
 * @param {string} name Its name.
 * @returns {any} Its content.
 */
export function sharedData(name) {
  return JSON.parse(readFileSync(new URL(`../../data/${name}`, import.meta.url), "utf8"))
}

/**
 * @typedef {object} RankingVectors Texts and queries with what the tokenizer and the ranker give.
 * @property {import("../../../browser/search/word-index.js").SearchedEntry[]} entries A small catalog.
 * @property {{ name: string, text: string, words: string[], wholes: string[] }[]} tokens
 * @property {{ name: string, query: string, unfinished: boolean, found: string[],
 *   scores: number[], fits: boolean[], unknown: string[] }[]} queries With the words that no entry
 *   contains.
 */

/** @type {RankingVectors} */
export const RANKING_VECTORS = sharedData("ranking_vectors.json")

/**
 * @typedef {object} SpellingVectors Queries with what they are corrected to.
 * @property {Record<string, number>} words The words that are right, with the number of entries that
 *   contain them.
 * @property {{ name: string, query: string, unknown: string[], unfinished: boolean,
 *   corrected: string | null }[]} queries
 */

/** @type {SpellingVectors} */
export const SPELLING_VECTORS = sharedData("spelling_vectors.json")
