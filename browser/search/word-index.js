/** The words of every entry, by field and in their order: what the ranker looks up. */

import ranking from "#data/ranking.json" with { type: "json" }

import { compounds, words } from "./tokenizer.js"
import { isStopWord, withPhrases } from "./vocabulary.js"

/**
 * @typedef {object} SearchedEntry The texts of an entry by which it is ranked.
 * @property {string} id
 * @property {string} title
 * @property {string[]} messages
 * @property {string[]} keywords
 * @property {string} summary Plain text.
 * @property {string} cause Plain text.
 * @property {string[]} samples
 * @property {string} words The words of all other texts, each once.
 * @property {number} [named_by] How many other entries name it.
 *
 * @typedef {object} Field A member of "fields" in ranking.json.
 * @property {number} weight
 * @property {number} usual_length In words.
 *
 * @typedef {object} Postings Which entries contain a word.
 * @property {number[]} entries Their positions, ascending.
 * @property {number[]} impacts How much the word says about each of them.
 *
 * @typedef {object} Phrase A keyword, most of which are several words.
 * @property {Iterable<number>} numbers The numbers of its words that are known, each once.
 * @property {number} worth What all of them say together, in tenths.
 *
 * @typedef {object} LookedUp What the ranker looks up. Words have numbers, from 1.
 * @property {number} size How many entries there are.
 * @property {Map<string, number>} numbers The number of each word.
 * @property {string[]} terms The words by their numbers.
 * @property {Postings[]} postings By the number of a word.
 * @property {ArrayLike<number>} rarity How rare each word is, by its number.
 * @property {ArrayLike<number>} content The same, but 0 for stop words.
 * @property {Uint32Array[]} sequences By entry: the numbers of its words in their order.
 * @property {Uint32Array[][]} messages By entry: the numbers of the words of each of its messages.
 * @property {(position: number) => Phrase[]} phrases Returns the keywords of an entry.
 * @property {number[]} importance By entry: how well known it is.
 * @property {(start: string) => string[]} completions Returns the first words in alphabetical order that
 *   begin with some letters.
 */

const WEIGHTS = ranking.weights
/** @type {Record<string, (entry: SearchedEntry) => string>} */
const TEXT_OF_FIELD = {
  title: entry => withPhrases(`${entry.title} ${entry.id}`),
  messages: entry => entry.messages.join("\n"),
  keywords: keywordText,
  summary: entry => entry.summary,
  cause: entry => entry.cause,
  samples: entry => entry.samples.join("\n"),
  words: entry => entry.words,
}

const DIGITS = 9

/** The number of no word: separates the fields of an entry, so that nothing follows across them. */
export const BREAK = 0

/** Numbers the words of a catalog and knows which entry contains which. @implements {LookedUp} */
export class WordIndex {
  /** @param {SearchedEntry[]} entries The entries to index. */
  constructor(entries) {
    /** @type {Map<string, number>} */
    this.numbers = new Map()
    /** @type {string[]} */
    this.terms = [""]
    /** @type {Postings[]} */
    this.postings = [{ entries: [], impacts: [] }]
    /** @type {Uint32Array[]} */
    this.sequences = []
    /** @type {Uint32Array[][]} */
    this.messages = []
    /** @type {Set<number>[][]} */
    this.keywords = []
    /** @type {number[]} By the number of a word: how present it is in the entries. */
    this.presences = [0]
    this.size = entries.length
    this.importance = entries.map(importanceOf)
    for (const [position, entry] of entries.entries()) this.#add(entry, position)
    this.rarity = Float64Array.from(this.presences, (presence, number) => {
      return rarityOf(this.terms[number], inTenths(presence) / 10, this.size)
    })
    this.content = this.rarity.map((rarity, number) => contentOf(this.terms[number], rarity))
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
   * Return the keywords of an entry, which say what people see of it.
   *
   * @param {number} position Position of the entry.
   * @returns {Phrase[]}
   */
  phrases(position) {
    return this.keywords[position].map(numbers => {
      let worth = 0
      for (const number of numbers) worth += this.content[number]
      return { numbers, worth: inTenths(worth) }
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
      this.postings[number].impacts.push(impactOf(weight))
      this.presences[number] += impactOf(weight)
    }
    this.sequences.push(Uint32Array.from(ordered))
    this.messages.push(entry.messages.map(message => {
      return Uint32Array.from(new Set(words(message).map(word => this.#numberOf(word))))
    }))
    this.keywords.push(keywordText(entry).split("\n").map(text => {
      return new Set(words(text).map(word => this.#numberOf(word)))
    }))
  }

  /**
   * Add the words of a field to `weights` and return their numbers in their order.
   *
   * @param {string} text
   * @param {Field} field
   * @param {Map<number, number>} weights
   */
  #addField(text, field, weights) {
    const found = compounds(text)
    const weight = weightIn(field, found.length)
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
      this.presences.push(0)
    }
    return number
  }
}

/**
 * Return the keywords of an entry, one in a line.
 *
 * @param {SearchedEntry} entry
 */
function keywordText(entry) {
  return withPhrases(entry.keywords.join("\n"))
}

/**
 * Return how rare a word is.
 *
 * @param {string} word
 * @param {number} count How many entries contain it; one of which it says little counts less, so that
 *   "slow" is rare, which is in the prose of many, but what few are about.
 * @param {number} size How many entries there are.
 * @returns {number} More for rarer words.
 */
export function rarityOf(word, count, size) {
  const { rarity_smoothing: smoothing, short_word: short, short_word_length: length } = WEIGHTS
  // Short words are rare, but most often there by chance.
  const factor = [...word].length > length ? 1 : short
  const rarity = factor * Math.log(1 + (size - count + smoothing) / (count + smoothing))
  return rounded(rarity)
}

/**
 * Return a number in tenths, rounded so that two machines that add it up agree.
 *
 * @param {number} value
 * @returns {number} A whole number.
 */
export function inTenths(value) {
  return Math.floor(10 * value + 0.5)
}

/**
 * Return how well known an entry is.
 *
 * @param {{ named_by?: number }} entry
 * @returns {number} 0 where no other names it. Of entries with as similar words, the best known is the
 *   most likely one to be meant.
 */
export function importanceOf({ named_by: named = 0 }) {
  return rounded(Math.log(1 + named))
}

/**
 * Round, because the last digit of a logarithm depends on the machine, and to few digits, so that hardly
 * any is so close to a border that two machines round it apart.
 *
 * @param {number} value
 */
function rounded(value) {
  return Number(value.toFixed(DIGITS))
}

/**
 * Return how much a word can say about an error.
 *
 * @param {string} word
 * @param {number} rarity
 * @returns {number} Its rarity; 0 for stop words.
 */
export function contentOf(word, rarity) {
  return isStopWord(word) ? 0 : rarity
}

/**
 * Return how much each occurrence of a word in a field counts.
 *
 * @param {Field} field
 * @param {number} length Compounds of the field.
 * @returns {number} Less where the field is long.
 */
export function weightIn(field, length) {
  const effect = WEIGHTS.length_effect
  return field.weight / (1 - effect + effect * length / field.usual_length)
}

/**
 * Return how much a word says about an entry.
 *
 * @param {number} weight What its occurrences count together.
 * @returns {number} Less than 1, however often it occurs.
 */
export function impactOf(weight) {
  return weight / (WEIGHTS.saturation + weight)
}

/**
 * Return the index of the first of the ascending `values` that is not below `least`.
 *
 * @template {string | number} Value
 * @param {Value[]} values
 * @param {Value} least
 * @returns {number} Their number where all are below.
 */
export function firstFrom(values, least) {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (values[middle] < least) low = middle + 1
    else high = middle
  }
  return low
}
