/** The words of every entry, by field and in their order: what the ranker looks up. */

import ranking from "#data/ranking.json" with { type: "json" }

import { compounds, words } from "./tokenizer.js"
import { isStopWord } from "./vocabulary.js"

/**
 * @typedef {object} SearchedEntry What macros/catalog_data/search_index.py writes of an entry.
 * @property {string} id
 * @property {string} title
 * @property {string[]} messages
 * @property {string[]} keywords
 * @property {string} summary Plain text.
 * @property {string} cause Plain text.
 * @property {string[]} samples
 * @property {string} words The words of all other texts, each once.
 *
 * @typedef {object} Postings Which entries contain a word.
 * @property {number[]} entries Their positions, ascending.
 * @property {number[]} impacts How much the word says about each of them.
 */

const WEIGHTS = ranking.weights
/** @type {Record<string, (entry: SearchedEntry) => string>} */
const TEXT_OF_FIELD = {
  title: entry => `${entry.title} ${entry.id}`,
  messages: entry => entry.messages.join("\n"),
  keywords: entry => entry.keywords.join("\n"),
  summary: entry => entry.summary,
  cause: entry => entry.cause,
  samples: entry => entry.samples.join("\n"),
  words: entry => entry.words,
}

const DIGITS = 12

/** The number of no word: separates the fields of an entry, so that nothing follows across them. */
export const BREAK = 0

/** Numbers the words of a catalog and knows which entry contains which. */
export class WordIndex {
  /** @param {SearchedEntry[]} entries The entries to index. */
  constructor(entries) {
    /** @type {Map<string, number>} The number of each word. */
    this.numbers = new Map()
    /** @type {string[]} The words by their numbers. */
    this.terms = [""]
    /** @type {Postings[]} By the number of a word. */
    this.postings = [{ entries: [], impacts: [] }]
    /** @type {Uint32Array[]} By entry: the numbers of its words in their order. */
    this.sequences = []
    /** @type {Uint32Array[][]} By entry: the numbers of the words of each of its messages. */
    this.messages = []
    this.size = entries.length
    for (const [position, entry] of entries.entries()) this.#add(entry, position)
    /** How rare each word is, by its number. */
    this.rarity = Float64Array.from(this.postings, (_, number) => this.#rarityOf(number))
    /** The same, but 0 for stop words. */
    this.content = this.rarity.map((rarity, number) => {
      return isStopWord(this.terms[number]) ? 0 : rarity
    })
    this.sortedTerms = this.terms.slice(1).sort()
  }

  /**
   * Return the words that begin with some letters.
   *
   * @param {string} start The letters.
   * @returns {string[]} The first words in alphabetical order.
   */
  completions(start) {
    const first = firstFrom(this.sortedTerms, start)
    const next = this.sortedTerms.slice(first, first + WEIGHTS.most_completions)
    return next.filter(word => word.startsWith(start))
  }

  /**
   * Tell whether an entry contains a word.
   *
   * @param {number} position Position of the entry.
   * @param {string} word A word as it was written.
   * @returns {boolean} True where the entry contains all parts of the word, in any form.
   */
  contains(position, word) {
    return words(word).every(part => {
      const number = this.numbers.get(part)
      if (number === undefined) return false
      const { entries } = this.postings[number]
      return entries[firstFrom(entries, position)] === position
    })
  }

  /**
   * @param {SearchedEntry} entry
   * @param {number} position
   */
  #add(entry, position) {
    /** @type {Map<number, number>} */
    const weights = new Map()
    /** @type {number[]} */
    const ordered = []
    for (const [name, field] of Object.entries(WEIGHTS.fields)) {
      const numbers = this.#addField(TEXT_OF_FIELD[name](entry), field, weights)
      ordered.push(...(field.ordered ? numbers : []), BREAK)
    }
    for (const [number, weight] of weights) {
      this.postings[number].entries.push(position)
      this.postings[number].impacts.push(weight / (WEIGHTS.saturation + weight))
    }
    this.sequences.push(Uint32Array.from(ordered))
    this.messages.push(entry.messages.map(message => {
      return Uint32Array.from(new Set(words(message).map(word => this.#numberOf(word))))
    }))
  }

  /**
   * Add the words of a field to `weights` and return their numbers in their order.
   *
   * @param {string} text
   * @param {{ weight: number, usual_length: number }} field
   * @param {Map<number, number>} weights
   */
  #addField(text, field, weights) {
    const found = compounds(text)
    const effect = WEIGHTS.length_effect
    const weight = field.weight / (1 - effect + effect * found.length / field.usual_length)
    const numbers = []
    for (const { parts, whole } of found) {
      for (const part of parts) {
        numbers.push(this.#weigh(part, weight, weights))
      }
      if (whole !== undefined) this.#weigh(whole, weight, weights)
    }
    return numbers
  }

  /**
   * @param {string} word
   * @param {number} weight
   * @param {Map<number, number>} weights
   */
  #weigh(word, weight, weights) {
    const number = this.#numberOf(word)
    weights.set(number, (weights.get(number) ?? 0) + weight)
    return number
  }

  /** @param {string} word */
  #numberOf(word) {
    let number = this.numbers.get(word)
    if (number === undefined) {
      number = this.terms.length
      this.numbers.set(word, number)
      this.terms.push(word)
      this.postings.push({ entries: [], impacts: [] })
    }
    return number
  }

  /** @param {number} number */
  #rarityOf(number) {
    const { rarity_smoothing: smoothing, short_word: short, short_word_length: length } = WEIGHTS
    const count = this.postings[number].entries.length
    // Short words are rare, but most often there by chance.
    const factor = this.terms[number].length > length ? 1 : short
    const rarity = factor * Math.log(1 + (this.size - count + smoothing) / (count + smoothing))
    // Rounded, because the last digit of a logarithm depends on the machine.
    return Number(rarity.toFixed(DIGITS))
  }
}

/**
 * Return the index of the first of the ascending `values` that is not below `least`.
 *
 * @template {string | number} Value
 * @param {Value[]} values
 * @param {Value} least
 */
function firstFrom(values, least) {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (values[middle] < least) low = middle + 1
    else high = middle
  }
  return low
}
