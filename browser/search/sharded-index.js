/**
 * The words of every entry, of which only those are loaded that queries have: for the ranker the same
 * as a WordIndex of the entries' texts.
 */

import ranking from "#data/ranking.json" with { type: "json" }

import { stem } from "./stemmer.js"
import { compounds, typedWords, words } from "./tokenizer.js"
import { synonyms, withPhrases } from "./vocabulary.js"
import { contentOf, impactOf, importanceOf, inTenths, rarityOf, weightIn } from "./word-index.js"

/** @import { LookedUp, Phrase, Postings } from "./word-index.js" */
/** @import { Shards } from "./shards.js" */

/**
 * @typedef {object} CountedEntry What macros/catalog_data/search_index.py writes of an entry's words.
 * @property {string[]} messages
 * @property {number} [named_by] How many other entries name it.
 * @property {number[]} phrases For each keyword: how many words it has, and what they say in tenths.
 * @property {number[]} lengths How many compounds each field has, then how many more words than
 *   compounds each ordered field has.
 *
 * @typedef {object} Occurrences A word in one entry.
 * @property {number} position The entry.
 * @property {number[]} places Its places among the words of the ordered fields; a gap ends each field.
 * @property {number[]} others The field of each occurrence that has no place.
 */

const WEIGHTS = ranking.weights
const FIELDS = Object.values(WEIGHTS.fields)
const KEYWORDS = Object.keys(WEIGHTS.fields).indexOf("keywords")

/** Numbers the words of queries and knows which entry contains which. @implements {LookedUp} */
export class ShardedIndex {
  /** @type {Shards<number[]>} */
  #shards
  #lengths
  #phrases
  /** @type {Map<string, string[]>} The words that begin with what was typed. */
  #completions = new Map()
  /** @type {Set<string>} Words whose postings are known. */
  #added = new Set()

  /**
   * @param {CountedEntry[]} entries The entries.
   * @param {number[]} presences How present each word of a message is in the entries, in tenths, in the
   *   order in which the words appear.
   * @param {Shards<number[]>} shards The occurrences of each word.
   */
  constructor(entries, presences, shards) {
    this.#shards = shards
    this.#lengths = entries.map(({ lengths }) => lengths)
    this.#phrases = entries.map(({ phrases }) => phrases)
    this.size = entries.length
    this.importance = entries.map(importanceOf)
    /** @type {Map<string, number>} */
    this.numbers = new Map()
    /** @type {string[]} */
    this.terms = [""]
    /** @type {Postings[]} */
    this.postings = [{ entries: [], impacts: [] }]
    this.rarity = [0]
    this.content = [0]
    /** @type {Uint32Array[]} */
    this.sequences = this.#lengths.map(lengths => new Uint32Array(placesIn(lengths)))
    /** @type {Uint32Array[][]} */
    this.messages = entries.map(({ messages }) => messages.map(message => {
      return Uint32Array.from(new Set(words(message).map(word => {
        return this.numbers.get(word) ?? this.#number(word, presences[this.terms.length - 1])
      })))
    }))
  }

  /**
   * Load the words that matter for a query.
   *
   * @param {string} query What somebody typed or pasted.
   * @param {string[]} [others] Other texts whose words matter.
   * @param {boolean} [unfinished] Whether the last word may be the beginning of one.
   * @returns {Promise<void>} Ends when the ranker can rank the query.
   * @throws {Error} Where something cannot be loaded.
   */
  async prepare(query, others = [], unfinished = false) {
    const text = withPhrases(query)
    const plain = words(text)
    const last = plain.at(-1)
    const wholes = compounds(text).flatMap(({ whole }) => whole ?? [])
    const joined = plain.slice(1).map((word, index) => stem(plain[index] + word))
    const written = [...plain, ...wholes]
    const typed = [query, ...others].flatMap(typedWords).flatMap(words)
    const wanted = new Set([...written, ...written.flatMap(synonyms), ...joined, ...typed])
    await Promise.all([this.#shards.need(wanted), unfinished && last && this.#complete(last)])
    for (const word of this.#completions.get(last ?? "") ?? []) wanted.add(word)
    for (const word of wanted) this.#add(word)
  }

  /**
   * Return the words that begin with some letters.
   *
   * @param {string} start The letters, the last word of a query that was prepared as unfinished.
   * @returns {string[]} The first words in alphabetical order.
   */
  completions(start) {
    return this.#completions.get(start) ?? []
  }

  /**
   * Return the keywords of an entry.
   *
   * @param {number} position Position of the entry.
   * @returns {Phrase[]} Each with those of its words that were loaded.
   */
  phrases(position) {
    const sequence = this.sequences[position]
    const phrases = []
    let place = startOf(KEYWORDS, this.#lengths[position])
    for (let i = 0; i < this.#phrases[position].length; i += 2) {
      const [count, worth] = this.#phrases[position].slice(i, i + 2)
      const numbers = new Set(sequence.subarray(place, place + count))
      phrases.push({ numbers, worth })
      place += count
    }
    return phrases
  }

  /** @param {string} start */
  async #complete(start) {
    this.#completions.set(start, await this.#shards.beginningWith(start, WEIGHTS.most_completions))
  }

  /**
   * Number a word that is in some entries.
   *
   * @param {string} word
   * @param {number} presence How present it is in the entries, in tenths.
   */
  #number(word, presence) {
    const number = this.terms.length
    this.numbers.set(word, number)
    this.terms.push(word)
    this.postings.push({ entries: [], impacts: [] })
    this.rarity.push(rarityOf(word, presence / 10, this.size))
    this.content.push(contentOf(word, this.rarity[number]))
    return number
  }

  /** @param {string} word */
  #add(word) {
    const numbers = this.#shards.get(word)
    if (!numbers || this.#added.has(word)) return
    this.#added.add(word)
    let presence = 0
    const occurrences = [...decoded(numbers)].map(({ position, places, others }) => {
      const impact = impactOf(weightOf(places, others, this.#lengths[position]))
      presence += impact
      return { position, places, impact }
    })
    const number = this.numbers.get(word) ?? this.#number(word, inTenths(presence))
    for (const { position, places, impact } of occurrences) {
      this.postings[number].entries.push(position)
      this.postings[number].impacts.push(impact)
      for (const place of places) this.sequences[position][place] = number
    }
  }
}

/**
 * Return how many places the words of an entry have.
 *
 * @param {number[]} lengths
 */
function placesIn(lengths) {
  const counts = lengths.filter((_, index) => index >= FIELDS.length || FIELDS[index].ordered)
  return counts.reduce((sum, count) => sum + count, FIELDS.length)
}

/**
 * Return the first place of an ordered field of an entry.
 *
 * @param {number} field Its number.
 * @param {number[]} lengths
 */
function startOf(field, lengths) {
  let place = field // each field before it ends with a gap
  let more = FIELDS.length
  for (let number = 0; number < field; number += 1) {
    if (FIELDS[number].ordered) place += lengths[number] + lengths[more++]
  }
  return place
}

/**
 * Yield what the numbers of a word say.
 *
 * @param {number[]} numbers For each entry: its distance from the one before, the number of places,
 *   each place as its distance from the one before, the number of other occurrences, their fields.
 * @returns {Generator<Occurrences>}
 */
function* decoded(numbers) {
  let position = 0
  for (let at = 0; at < numbers.length;) {
    position += numbers[at]
    const others = at + 2 + numbers[at + 1]
    let place = 0
    const places = numbers.slice(at + 2, others).map(step => (place += step))
    at = others + 1 + numbers[others]
    yield { position, places, others: numbers.slice(others + 1, at) }
  }
}

/**
 * Return the weight of a word in an entry, added up field by field as WordIndex does.
 *
 * @param {number[]} places
 * @param {number[]} others
 * @param {number[]} lengths
 */
function weightOf(places, others, lengths) {
  let weight = 0
  let end = 0
  let next = 0
  let more = FIELDS.length
  for (const [number, field] of FIELDS.entries()) {
    let count = others.filter(other => other === number).length
    if (field.ordered) {
      end += lengths[number] + lengths[more++]
      for (; places[next] < end; next += 1) count += 1
    }
    end += 1
    const each = weightIn(field, lengths[number])
    for (; count > 0; count -= 1) weight += each
  }
  return weight
}
