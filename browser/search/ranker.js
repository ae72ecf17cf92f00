/**
 * Ranks entries by the words of a query: made for lines of logs, good for plain words too.
 *
 * Words are weighted by their rarity and by the field that contains them (BM25F). Among the entries
 * that are best by this, closeness to the query decides. An entry that many others name precedes one with
 * as similar words.
 */

import ranking from "#data/ranking.json" with { type: "json" }

import { Closeness } from "./closeness.js"
import { concepts, unknownWords } from "./concepts.js"
import { typedWords, words, written } from "./tokenizer.js"
import { isStopWord, withPhrases } from "./vocabulary.js"
import { firstFrom, rarityOf } from "./word-index.js"

/** @import { Concept, Members } from "./concepts.js" */
/** @import { LookedUp } from "./word-index.js" */

/**
 * @typedef {Pick<Ranked, "position" | "score"> & { said: number, reach: number }} Scored An entry with its
 *   score by its words alone, and how much of what the words of the query are worth it reaches.
 *
 * @typedef {object} Ranked An entry with its score.
 * @property {number} position Its position among the entries.
 * @property {number} score By its words, and by how many others name it.
 * @property {number} similarity The score by its words, weighed by its share of what the words of the
 *   query are worth: large only where the entry contains most of them, and there are many or rare ones.
 * @property {boolean} fits Whether the entry contains most of what the query says, or enough that is
 *   rare.
 */

const WEIGHTS = ranking.weights

/** Knows the words of a catalog and ranks its entries for any number of queries. */
export class Ranker {
  /** @param {LookedUp} index The words of the entries to rank. */
  constructor(index) {
    this.index = index
    // By entry: the score so far, and the best score by one of the words that mean the same.
    this.scores = new Float64Array(this.index.size)
    this.best = new Float64Array(this.index.size)
  }

  /**
   * Rank the entries for a query.
   *
   * @param {string} query What somebody typed or pasted.
   * @param {object} [options]
   * @param {number} [options.limit] How many to return at most.
   * @param {boolean} [options.unfinished] Whether the last word may be the beginning of one.
   * @param {boolean} [options.onlyWords] Whether to ignore how many others name an entry.
   * @returns {Ranked[]} The best first; of equal ones the earlier in the catalog.
   */
  rank(query, { limit = WEIGHTS.most_found, unfinished = false, onlyWords = false } = {}) {
    const text = withPhrases(query)
    const wanted = concepts(text, this.index, unfinished)
    const total = wanted.reduce((sum, { worth }) => sum + worth, 0)
    const asked = this.#worthOf(wanted, this.unknownWords(query, { unfinished }))
    const found = this.#byWords(wanted, total)
    const isOne = wanted.length <= 1
    const named = onlyWords ? 0 : isOne ? WEIGHTS.named_for_one : WEIGHTS.named
    const weigh = (/** @type {Scored} */ one) => {
      one.score = one.said * (1 + named * this.index.importance[one.position])
    }
    found.forEach(weigh)
    const candidates = found.sort(byScore).slice(0, Math.max(WEIGHTS.reranked, limit))
    const closeness = new Closeness(text, this.index)
    const share = isOne ? WEIGHTS.closeness_of_one : 1
    for (const candidate of candidates) candidate.said += share * closeness.score(candidate.position)
    candidates.forEach(weigh)
    return candidates.sort(byScore).slice(0, limit).map(({ position, score, said, reach }) => {
      return { position, score, similarity: said * said / total, fits: doesFit(said, reach, asked) }
    })
  }

  /**
   * Return the entry that belongs before those whose message a query contains, if any does. A message
   * without its exception, such as "No module named 'torch._six'", may contain the message of a more
   * general entry. The query has to be little more than such a message.
   *
   * @param {string} query What somebody typed or pasted.
   * @param {number[]} matched Positions of the entries whose message it contains.
   * @param {boolean} [unfinished] Whether its last word may be the beginning of one.
   * @returns {number | undefined} Its position.
   */
  leader(query, matched, unfinished = false) {
    const ranked = this.rank(query, { limit: WEIGHTS.reranked, unfinished, onlyWords: true })
    if (!ranked.length || matched.includes(ranked[0].position)) return undefined
    const [best, ...others] = ranked
    const scores = others.filter(({ position }) => matched.includes(position)).map(({ score }) => score)
    const closeness = new Closeness(withPhrases(query), this.index)
    const told = closeness.told(best.position)
    const isMessage = told >= WEIGHTS.message_share * closeness.whole
      && matched.every(position => told > closeness.told(position))
    return isMessage && best.score > WEIGHTS.least_lead * Math.max(0, ...scores) ? best.position : undefined
  }

  /**
   * Return the words of a query that no entry contains in any form.
   *
   * @param {string} query What somebody typed or pasted.
   * @param {object} [options]
   * @param {boolean} [options.unfinished] Whether the last word may be the beginning of one.
   * @returns {string[]} The words as they were written.
   */
  unknownWords(query, { unfinished = false } = {}) {
    const unknown = unknownWords(withPhrases(query), this.index, unfinished)
    const typed = new Set(written(query))
    return unknown.filter(word => typed.has(word)).slice(0, WEIGHTS.most_words)
  }

  /**
   * Return the words of a query that say most about the error.
   *
   * @param {string} query What somebody typed or pasted.
   * @returns {string[]} Words in lower case, in their order.
   */
  distinctiveWords(query) {
    /** @type {Map<string, number>} */
    const rarities = new Map()
    for (const word of typedWords(query)) {
      const stems = words(word)
      if (rarities.has(word) || !stems.length || stems.every(isStopWord)) continue
      rarities.set(word, Math.max(...stems.map(part => this.#rarityOf(part))))
    }
    const least = [...rarities.values()].sort((a, b) => b - a)[WEIGHTS.most_telling] ?? -1
    return [...rarities].filter(([, rarity]) => rarity > least).map(([word]) => word)
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
      const number = this.index.numbers.get(part)
      if (number === undefined) return false
      const { entries } = this.index.postings[number]
      return entries[firstFrom(entries, position)] === position
    })
  }

  /**
   * Return what the words of a query are worth, without a guess at the last one.
   *
   * @param {Concept[]} wanted
   * @param {string[]} unknown
   */
  #worthOf(wanted, unknown) {
    const known = wanted.reduce((sum, { worth, isGuess }) => (isGuess ? sum : sum + worth), 0)
    return unknown.reduce((sum, word) => sum + rarityOf(word, 0, this.index.size), known)
  }

  /** @param {string} stem */
  #rarityOf(stem) {
    const number = this.index.numbers.get(stem)
    return number === undefined ? 0 : this.index.rarity[number]
  }

  /**
   * Score the entries by the words that they contain; one that contains few of them counts less.
   *
   * @param {Concept[]} wanted
   * @param {number} total What they are worth together.
   * @returns {Scored[]}
   */
  #byWords(wanted, total) {
    /** @type {number[]} */
    const touched = []
    const reach = new Float64Array(this.index.size)
    for (const concept of wanted) this.#addConcept(concept, touched, reach)
    const { whole_score: whole } = WEIGHTS
    const ranked = touched.map(position => ({
      position,
      said: this.scores[position] * (whole + (1 - whole) * reach[position] / total),
      score: 0,
      reach: reach[position],
    }))
    for (const position of touched) this.scores[position] = 0
    return ranked
  }

  /**
   * Add the best of the words that mean the same, not their sum.
   *
   * @param {Concept} concept
   * @param {number[]} touched
   * @param {Float64Array} reach
   */
  #addConcept({ members, worth }, touched, reach) {
    for (const position of this.#bestOf(members)) {
      if (!this.scores[position]) touched.push(position)
      this.scores[position] += this.best[position]
      reach[position] += Math.min(worth, this.best[position] * WEIGHTS.enough)
      this.best[position] = 0
    }
  }

  /**
   * Set `best` for the entries that contain one of some words and return their positions.
   *
   * @param {Members} members
   */
  #bestOf(members) {
    const reached = []
    for (const [number, weight] of members) {
      const { entries, impacts } = this.index.postings[number]
      const factor = weight * this.index.rarity[number]
      for (let i = 0; i < entries.length; i += 1) {
        const score = factor * impacts[i]
        if (!this.best[entries[i]]) reached.push(entries[i])
        if (score > this.best[entries[i]]) this.best[entries[i]] = score
      }
    }
    return reached
  }
}

/**
 * Tell whether an entry fits a query whose words, unknown ones too, are worth `asked`.
 *
 * @param {number} score
 * @param {number} reach
 * @param {number} asked
 */
function doesFit(score, reach, asked) {
  return reach >= WEIGHTS.fitting_share * asked || score * score >= WEIGHTS.least_fit * asked
}

/**
 * @param {Scored} a
 * @param {Scored} b
 */
function byScore(a, b) {
  return b.score - a.score || a.position - b.position
}
