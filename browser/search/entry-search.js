/** Finds entries: those whose message the query contains, then those with the most similar words. */

import ranking from "#data/ranking.json" with { type: "json" }

import { Engine } from "../matching/index.js"
import { usualAnswer } from "./common-queries.js"
import { LINE_SEPARATOR } from "./excerpt.js"
import { Ranker } from "./ranker.js"
import { ShardedIndex } from "./sharded-index.js"
import { Parts, Shards } from "./shards.js"
import { Spelling } from "./spelling.js"

/** @import { MatchedEntry } from "../common/types.js" */
/** @import { KnownMatch } from "../matching/results.js" */
/** @import { Document } from "./results.js" */
/** @import { CountedEntry } from "./sharded-index.js" */
/** @import { Ranked } from "./ranker.js" */
/** @import { LoadPart } from "./shards.js" */

/**
 * @typedef {Omit<MatchedEntry, "secondary"> & CountedEntry & { title: string, secondary: number[] }}
 *   WrittenEntry An entry as macros/catalog_data/search_index.py writes it, without what is empty;
 *   "secondary" has the positions of messages.
 *
 * @typedef {object} EntryData What it writes of all entries.
 * @property {{ entry: string }} address Address of a page; the asterisk stands for the id.
 * @property {Partial<WrittenEntry>[]} entries
 * @property {number[]} presences How present each word of a message is in the entries, in tenths.
 * @property {string[]} words The first word of each shard of words.
 * @property {number} texts Entries whose texts are in one file.
 *
 * @typedef {MatchedEntry & CountedEntry & { title: string }} IndexedEntry
 *
 * @typedef {object} ShownEntry What a result shows of an entry.
 * @property {string} id
 * @property {string} title
 * @property {string} summary Plain text.
 * @property {string} cause Plain text.
 *
 * @typedef {object} FoundEntry
 * @property {Document} doc Its document.
 * @property {ShownEntry} entry
 * @property {KnownMatch} [match] The match of a message that the query contains.
 * @property {boolean} fits Whether there is such a match, the entry covers the code that the query names,
 *   or it contains most of what the query says.
 * @property {Map<string, boolean>} words Distinctive words of the query, or of that message, and whether
 *   the entry contains each.
 *
 * @typedef {object} Found What a search found.
 * @property {FoundEntry[]} entries The best first.
 * @property {string[]} unknown Words of the query that no entry contains, as they were written.
 * @property {string | null} searchedFor The query without its typing errors; nothing if there are none.
 */

const { least_share: LEAST_SHARE, reranked: RERANKED } = ranking.weights
/** More would hide the pages that follow, of which Material shows what fits on the screen. */
const MOST_FOUND = 8
const ENDS_IN_A_WORD = /[\p{L}\p{N}]$/u

/** Knows the entries of the catalog. */
export class EntrySearch {
  /**
   * @param {EntryData} data What every search loads.
   * @param {(kind: "words" | "texts" | "spelling") => LoadPart} loader Returns what loads the parts of a
   *   kind.
   */
  constructor(data, loader) {
    this.address = data.address.entry
    this.entries = data.entries.map(complete)
    this.positions = new Map(this.entries.map((entry, position) => [entry.id, position]))
    const shards = new Shards(data.words, loader("words"))
    this.index = new ShardedIndex(this.entries, data.presences, shards)
    this.ranker = new Ranker(this.index)
    this.engine = new Engine(this.entries)
    this.spelling = new Spelling(loader("spelling"))
    this.texts = new Parts(loader("texts"))
    this.textsInPart = data.texts
  }

  /**
   * Find the entries for a query. Typing errors are corrected unless the query contains a message.
   *
   * @param {string} query What somebody typed or pasted.
   * @param {string} [named] Id of the entry that covers the code which the query names.
   * @returns {Promise<Found>}
   * @throws {Error} Where something that it needs cannot be loaded.
   */
  async find(query, named) {
    const asked = query.replaceAll(LINE_SEPARATOR, "\n")
    const whole = this.engine.search(asked)
    const matched = whole.length ? whole : this.engine.searchBare(asked)
    const unfinished = ENDS_IN_A_WORD.test(query)
    await this.index.prepare(query, matched.map(({ message }) => message), unfinished)
    const searchedFor = matched.length ? null : await this.#corrected(query, unfinished)
    const text = searchedFor ?? query
    const words = this.ranker.distinctiveWords(text)
    const ranked = this.ranker.rank(text, { limit: RERANKED, unfinished })
    const covering = this.positions.get(named ?? "")
    const matches = new Map(matched.map(match => [this.positions.get(match.id) ?? 0, match]))
    const usual = matched.length ? null : usualAnswer(text)
    const leader = whole.length
      ? this.ranker.leader(query, [...matches.keys()], unfinished)
      : this.positions.get(usual ?? "")
    const sure = [covering, leader, ...matches.keys()].filter(position => position !== undefined)
    // In their order, each with whether it fits.
    const fits = new Map(sure.map(position => [position, true]))
    for (const { position, fits: doesFit } of listed(ranked)) {
      if (!fits.has(position)) fits.set(position, doesFit)
    }
    const shown = [...fits].slice(0, MOST_FOUND)
    const entries = await Promise.all(shown.map(async ([position, doesFit]) => {
      return { ...await this.#found(position, words, matches.get(position)), fits: doesFit }
    }))
    return { entries, unknown: this.ranker.unknownWords(text, { unfinished }), searchedFor }
  }

  /**
   * Return a query that was prepared without its typing errors, and prepare that.
   *
   * @param {string} query
   * @param {boolean} unfinished
   */
  async #corrected(query, unfinished) {
    const unknown = this.ranker.unknownWords(query, { unfinished })
    const corrected = await this.spelling.corrected(query, unknown, unfinished)
    if (corrected !== null) await this.index.prepare(corrected, [], unfinished)
    return corrected
  }

  /**
   * @param {number} position
   * @param {string[]} words
   * @param {KnownMatch} [match]
   * @returns {Promise<Omit<FoundEntry, "fits">>}
   */
  async #found(position, words, match) {
    const shown = match ? this.ranker.distinctiveWords(match.message) : words
    const { id, title } = this.entries[position]
    /** @type {[string, string][]} */
    const texts = await this.texts.get(Math.floor(position / this.textsInPart))
    const [summary, cause] = texts[position % this.textsInPart]
    return {
      doc: { location: this.address.replace("*", id), title },
      entry: { id, title, summary, cause },
      match,
      words: new Map(shown.map(word => [word, this.ranker.contains(position, word)])),
    }
  }
}

/**
 * Return the entries to list; one with a small part of the best score has only a few common words with
 * the query.
 *
 * @param {Ranked[]} ranked
 */
function listed(ranked) {
  const least = LEAST_SHARE * (ranked[0]?.score ?? 0)
  return ranked.filter(({ score }) => score >= least)
}

/**
 * Return an entry with what is not written where it is empty.
 *
 * @param {Partial<WrittenEntry>} written
 * @returns {IndexedEntry}
 */
function complete(written) {
  const { messages = [], secondary = [] } = written
  return {
    id: "", title: "", kind: "", caused_by: [], narrows: null, unless: [], telltales: [], series: [], lengths: [], phrases: [],
    ...written,
    messages,
    secondary: secondary.map(number => messages[number]),
  }
}
