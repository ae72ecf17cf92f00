/**
 * Corrects typing errors in queries: words that no entry contains become the nearest that some do.
 *
 * Only plain words are corrected, also those that hyphens join. What is quoted, contains a digit or an
 * underscore, or is part of a path, an option or a name with dots is most likely the name of something. A
 * query with as many other words that no entry contains is about something else, and stays as it is; not so
 * words behind or before a hyphen, since they may be part of a name.
 */

import ranking from "#data/ranking.json" with { type: "json" }

import { Parts } from "./shards.js"

/** @import { LoadPart } from "./shards.js" */

/** @typedef {[string, number]} Counted A word that is right, and how many entries contain it. */

const LIMITS = ranking.spelling
const WORD = /[A-Za-z][a-z]+/g
const PLAIN = /(?<![^ \t\n\u2028(])[A-Za-z][a-z]+(?:-[A-Za-z][a-z]+)*(?=[,;.!?)]*(?:[ \t\n\u2028]|$))/g
const FIRST_LETTER = "a".charCodeAt(0)

/** Knows how words are spelled. */
export class Spelling {
  /** @type {Parts} */
  #letters

  /** @param {LoadPart} load Loads the words with a first letter, of which "a" has the number 0. */
  constructor(load) {
    this.#letters = new Parts(load)
  }

  /**
   * Correct a query.
   *
   * @param {string} query What somebody typed or pasted.
   * @param {string[]} unknown The words of the query that no entry contains.
   * @param {boolean} unfinished Whether the last word may be the beginning of one.
   * @returns {Promise<string | null>} The query without its typing errors; nothing if there are none to
   *   correct.
   * @throws {Error} Where something that it needs cannot be loaded.
   */
  async corrected(query, unknown, unfinished) {
    const lower = new Set(unknown.map(word => word.toLowerCase()))
    const found = plainWords(query).filter(({ word }) => lower.has(word))
    const words = new Set(found.map(({ word }) => word))
    if ([...words].filter(word => word.length >= LIMITS.shortest).length > LIMITS.most_words) return null
    const long = [...words].filter(word => word.length >= LIMITS.shortest_swapped)
    const end = found.at(-1)
    const last = unfinished && end?.end === query.length ? end.word : ""
    /** @type {Map<string, string>} */
    const right = new Map()
    await Promise.all(long.map(async word => {
      const nearest = await this.#nearest(word, word === last)
      if (nearest) right.set(word, nearest)
    }))
    const alone = new Set([...query.matchAll(PLAIN)].map(([joined]) => joined.toLowerCase()))
    const left = [...words].filter(word => alone.has(word) && !right.has(word) && word !== last)
    if (right.size <= left.length) return null
    return query.replace(PLAIN, joined => {
      return joined.replace(WORD, word => right.get(word.toLowerCase()) ?? word)
    })
  }

  /**
   * Return the word that was most likely meant. People seldom mistype the first letter, but some swap
   * it with the second.
   *
   * @param {string} typed
   * @param {boolean} isBeginning Whether it may be the beginning of a word.
   */
  async #nearest(typed, isBeginning) {
    const same = await this.#beginningWith(typed, 0)
    if (isBeginning && same.some(([word]) => word.startsWith(typed))) return undefined
    const best = bestOf(same, typed)
    if (best) return best
    const other = await this.#beginningWith(typed, 1)
    return bestOf(other.filter(([word]) => word[1] === typed[0]), typed)
  }

  /**
   * Return the words that begin with a letter of another one.
   *
   * @param {string} typed The other word.
   * @param {number} index Index of the letter.
   * @returns {Promise<Counted[]>}
   */
  #beginningWith(typed, index) {
    return this.#letters.get(typed.charCodeAt(index) - FIRST_LETTER)
  }
}

/**
 * Return the words of a query that may be corrected, in lower case, and where each ends.
 *
 * @param {string} query
 */
function plainWords(query) {
  return [...query.matchAll(PLAIN)].flatMap(({ 0: joined, index: start }) => {
    return [...joined.matchAll(WORD)].map(({ 0: word, index }) => {
      return { word: word.toLowerCase(), end: start + index + word.length }
    })
  })
}

/**
 * @param {Counted[]} words
 * @param {string} typed
 */
function bestOf(words, typed) {
  const most = typed.length < LIMITS.shortest_with_two ? 1 : 2
  const letters = sorted(typed)
  const near = words.flatMap(([word, count]) => {
    if (Math.abs(word.length - typed.length) > most) return []
    const errors = distance(typed, word)
    const others = Number(sorted(word) !== letters)
    if (errors > most || (others && typed.length < LIMITS.shortest)) return []
    return { word, count, errors, others }
  })
  near.sort((a, b) => {
    return a.errors - b.errors || a.others - b.others || b.count - a.count || (a.word < b.word ? -1 : 1)
  })
  return near[0]?.word
}

/** @param {string} word */
function sorted(word) {
  return [...word].sort().join("")
}

/**
 * Return how many letters to insert, delete, replace or swap with the next turn one word into another.
 *
 * @param {string} one
 * @param {string} other
 */
function distance(one, other) {
  /** @type {number[]} */
  let before = []
  let row = [...Array(other.length + 1).keys()]
  for (let i = 0; i < one.length; i += 1) {
    const last = before
    before = row
    row = [i + 1]
    for (let j = 0; j < other.length; j += 1) {
      const replaced = before[j] + Number(one[i] !== other[j])
      const least = Math.min(replaced, before[j + 1] + 1, row[j] + 1)
      const isSwapped = i && j && one[i] === other[j - 1] && one[i - 1] === other[j]
      row.push(isSwapped ? Math.min(least, last[j - 1] + 1) : least)
    }
  }
  return row[other.length]
}
