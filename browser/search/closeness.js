/** How close an entry is to a query: words in the same order, messages and keywords almost whole. */

import ranking from "#data/ranking.json" with { type: "json" }

import { words } from "./tokenizer.js"
import { synonyms } from "./vocabulary.js"
import { BREAK } from "./word-index.js"

/** @import { LookedUp, Phrase } from "./word-index.js" */

const WEIGHTS = ranking.weights
/** Numbers of words are smaller, so that two fit into one number. */
const PAIR_FACTOR = 2 ** 26

/** Knows which words of a query entries contain, and which follows which. */
export class Closeness {
  /**
   * @param {string} query The query, its phrases replaced.
   * @param {LookedUp} index Numbers the words of the entries.
   */
  constructor(query, index) {
    this.index = index
    this.inQuery = new Uint8Array(index.terms.length)
    /** What the words of the query say. */
    this.whole = 0
    /** @type {Map<number, Set<number>>} By pair of neighbors: the words that follow it. */
    this.followers = new Map()
    const sequence = words(query).map(word => index.numbers.get(word) ?? BREAK)
    for (const [position, number] of sequence.entries()) {
      if (number === BREAK) continue
      if (!this.inQuery[number]) this.whole += index.content[number]
      this.inQuery[number] = 1
      const before = sequence[position - 1] ?? BREAK
      if (before !== BREAK) this.#notePair(pairOf(before, number), sequence[position + 1] ?? BREAK)
    }
    this.said = this.#withSynonyms(sequence)
  }

  /**
   * Score an entry.
   *
   * @param {number} position Position of the entry.
   * @returns {number} 0 where the query shares no two neighbors and no word of a message or a keyword
   *   with it.
   */
  score(position) {
    const inOrder = this.#sequenceScore(this.index.sequences[position])
    return inOrder + this.#messageScore(position) + this.#phraseScore(position)
  }

  /**
   * Return what the query says of the message that it is closest to.
   *
   * @param {number} position Position of the entry.
   * @returns {number} 0 where it shares no word with a message.
   */
  told(position) {
    return this.#closestMessage(position).present
  }

  /**
   * @param {number} pair
   * @param {number} next
   */
  #notePair(pair, next) {
    const following = this.followers.get(pair) ?? new Set()
    if (next !== BREAK) following.add(next)
    this.followers.set(pair, following)
  }

  /**
   * Score the pairs and triples that the query shares with a sequence of words, each once.
   *
   * @param {Uint32Array} sequence
   */
  #sequenceScore(sequence) {
    const seen = new Set()
    let score = 0
    for (let i = 1; i < sequence.length; i += 1) {
      const before = sequence[i - 1]
      const number = sequence[i]
      if (!this.inQuery[number] || !this.inQuery[before]) continue
      const pair = pairOf(before, number)
      const following = this.followers.get(pair)
      if (!following) continue
      if (!seen.has(pair)) score += WEIGHTS.pair * this.#content(before, number)
      seen.add(pair)
      const next = sequence[i + 1] ?? BREAK
      const triple = `${pair} ${next}`
      if (!following.has(next) || seen.has(triple)) continue
      score += WEIGHTS.triple * this.#content(before, next)
      seen.add(triple)
    }
    return score
  }

  /**
   * @param {number} one
   * @param {number} other
   */
  #content(one, other) {
    return (this.index.content[one] + this.index.content[other]) / 2
  }

  /** @param {number} position */
  #messageScore(position) {
    return WEIGHTS.message * this.#closestMessage(position).closeness
  }

  /**
   * Score the keywords of an entry that the query contains most of, each next one less. People put what
   * they see into other words than an entry does; its keywords are some ways.
   *
   * @param {number} position
   */
  #phraseScore(position) {
    const scores = this.index.phrases(position).map(phrase => this.#closenessTo(phrase))
    let score = 0
    let factor = WEIGHTS.phrase
    for (const one of scores.sort((a, b) => b - a).slice(0, WEIGHTS.most_phrases)) {
      score += factor * one
      factor *= WEIGHTS.next_phrase
    }
    return score
  }

  /** @param {Phrase} phrase */
  #closenessTo({ numbers, worth }) {
    let present = 0
    for (const number of numbers) present += (this.said.get(number) ?? 0) * this.index.content[number]
    const share = present && Math.min(1, 10 * present / worth)
    return present * share * share
  }

  /**
   * Return how much each word of the query counts, and each that may replace one.
   *
   * @param {number[]} sequence Numbers of the words of the query.
   */
  #withSynonyms(sequence) {
    const found = new Set(sequence.filter(number => number !== BREAK))
    /** @type {Map<number, number>} */
    const said = new Map()
    for (const number of found) said.set(number, 1)
    for (const number of found) {
      for (const word of synonyms(this.index.terms[number])) {
        const other = this.index.numbers.get(word)
        if (other !== undefined && !said.has(other)) said.set(other, WEIGHTS.synonym)
      }
    }
    return said
  }

  /**
   * Return how close the query is to the closest message of an entry, and what it says of it.
   *
   * @param {number} position
   */
  #closestMessage(position) {
    let best = { closeness: 0, present: 0 }
    for (const message of this.index.messages[position]) {
      let all = 0
      let present = 0
      for (const number of message) {
        all += this.index.content[number]
        if (this.inQuery[number]) present += this.index.content[number]
      }
      const share = all && present / all
      const closeness = present * share * share
      const isCloser = closeness > best.closeness || (closeness === best.closeness && present > best.present)
      if (isCloser) best = { closeness, present }
    }
    return best
  }
}

/**
 * @param {number} before
 * @param {number} number
 */
function pairOf(before, number) {
  return before * PAIR_FACTOR + number
}
