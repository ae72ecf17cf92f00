/** Finds entries: those whose message the query contains, then those with the most similar words. */

import ranking from "#data/ranking.json" with { type: "json" }

import { Engine } from "../matching/index.js"
import { LINE_SEPARATOR } from "./excerpt.js"
import { Ranker } from "./ranker.js"

/** @import { KnownMatch } from "../matching/results.js" */
/** @import { MatchedEntry } from "../common/types.js" */
/** @import { Document } from "./results.js" */
/** @import { SearchedEntry } from "./word-index.js" */

/**
 * @typedef {MatchedEntry & SearchedEntry} IndexedEntry
 *
 * @typedef {Document & { entry: IndexedEntry }} EntryDocument A document of Material's index that is
 *   an entry, as macros/catalog_data/search_index.py writes it.
 *
 * @typedef {object} FoundEntry
 * @property {Document} doc Its document.
 * @property {IndexedEntry} entry
 * @property {KnownMatch} [match] The match of a message that the query contains.
 * @property {Map<string, boolean>} words Distinctive words of the query, or of that message, and whether
 *   the entry contains each.
 */

const { least_share: LEAST_SHARE } = ranking.weights
/** More would hide the pages that follow, of which Material shows what fits on the screen. */
const MOST_FOUND = 8
const ENDS_IN_A_WORD = /[\p{L}\p{N}]$/u

/** Knows the entries of the search index. */
export class EntrySearch {
  /** @param {EntryDocument[]} docs Their documents. */
  constructor(docs) {
    this.docs = docs
    this.entries = docs.map(({ entry, title }) => ({ ...entry, title: plainText(title) }))
    this.positions = new Map(this.entries.map((entry, position) => [entry.id, position]))
    this.ranker = new Ranker(this.entries)
    this.engine = new Engine(this.entries)
  }

  /**
   * Find the entries for a query.
   *
   * @param {string} query What somebody typed or pasted.
   * @param {string} [named] Id of the entry that covers the code which the query names.
   * @returns {FoundEntry[]} The best first.
   */
  find(query, named) {
    const matched = this.engine.search(query.replaceAll(LINE_SEPARATOR, "\n"))
    const ids = new Set(matched.map(({ id }) => id))
    const words = this.ranker.distinctiveWords(query)
    const found = [
      ...matched.map(match => this.#found(this.positions.get(match.id) ?? 0, words, match)),
      ...this.#similar(query)
        .filter(position => !ids.has(this.entries[position].id))
        .map(position => this.#found(position, words)),
    ]
    const covering = this.positions.get(named ?? "")
    if (covering === undefined) return found.slice(0, MOST_FOUND)
    const first = found.find(({ entry }) => entry.id === named) ?? this.#found(covering, words)
    return [first, ...found.filter(other => other.entry.id !== named)].slice(0, MOST_FOUND)
  }

  /**
   * Return the positions of the entries with similar words; one with a small part of the best score
   * has only a few common words with the query.
   *
   * @param {string} query
   */
  #similar(query) {
    const ranked = this.ranker.rank(query, { unfinished: ENDS_IN_A_WORD.test(query) })
    const least = LEAST_SHARE * (ranked[0]?.score ?? 0)
    return ranked.filter(({ score }) => score >= least).map(({ position }) => position)
  }

  /**
   * @param {number} position
   * @param {string[]} words
   * @param {KnownMatch} [match]
   * @returns {FoundEntry}
   */
  #found(position, words, match) {
    const shown = match ? this.ranker.distinctiveWords(match.message) : words
    return {
      doc: this.docs[position],
      entry: this.entries[position],
      match,
      words: new Map(shown.map(word => [word, this.ranker.contains(position, word)])),
    }
  }
}

/**
 * Return what a title says, which comes escaped, as Material wants it.
 *
 * @param {string} html
 */
function plainText(html) {
  /** @type {Record<string, string>} */
  const named = { lt: "<", gt: ">", quot: '"', "#x27": "'", amp: "&" }
  return html.replace(/&(lt|gt|quot|#x27|amp);/g, (_, name) => named[name])
}
