/** The words of a query, each with all that may replace it. */

import ranking from "#data/ranking.json" with { type: "json" }

import { stem } from "./stemmer.js"
import { compounds, written } from "./tokenizer.js"
import { isStopWord, synonyms } from "./vocabulary.js"

/** @import { LookedUp } from "./word-index.js" */

/**
 * @typedef {Map<number, number>} Members How much each word counts, by its number in the index.
 *
 * @typedef {object} Concept A word of a query with all that may replace it.
 * @property {Members} members
 * @property {number} worth The most that an entry can gain by it.
 * @property {boolean} isGuess Whether it stands for a word that entries contain only as the beginning
 *   of others.
 */

const WEIGHTS = ranking.weights

/**
 * Return the concepts of a query.
 *
 * @param {string} query The query, its phrases replaced.
 * @param {LookedUp} index Numbers the words of the entries.
 * @param {boolean} unfinished Whether the last word may be the beginning of one.
 * @returns {Concept[]} The one of most worth first; words that no entry contains have none.
 */
export function concepts(query, index, unfinished) {
  const found = compounds(query)
  const plain = found.flatMap(({ parts }) => parts)
  const all = found.flatMap(({ parts, whole }) => (whole === undefined ? parts : [...parts, whole]))
  /** @type {Map<string, Concept>} */
  const byWord = new Map()
  for (const word of all) {
    if (isStopWord(word) || byWord.has(word)) continue
    const isLast = unfinished && word === plain.at(-1)
    const members = membersOf(word, index, isLast)
    if (!members.size) continue
    const isGuess = isLast && !membersOf(word, index, false).size
    byWord.set(word, { members, worth: worthOf(members, index), isGuess })
  }
  addJoined(plain, index, byWord)
  return [...byWord.values()].sort((a, b) => b.worth - a.worth).slice(0, WEIGHTS.most_words)
}

/**
 * Return the words of a query that no entry contains in any form. Numbers are left out: most say
 * something about one run only.
 *
 * @param {string} query The query, its phrases replaced.
 * @param {LookedUp} index Numbers the words of the entries.
 * @param {boolean} unfinished Whether the last word may be the beginning of one.
 * @returns {string[]} The words as they were written.
 */
export function unknownWords(query, index, unfinished) {
  const texts = written(query)
  const found = compounds(query)
  /** @type {Map<string, string>} */
  const unknown = new Map()
  for (const [number, text] of texts.entries()) {
    const { parts, whole } = found[number]
    const said = parts.filter(part => !isStopWord(part))
    if (!said.length || !/\p{L}/u.test(text)) continue
    const isLast = unfinished && number === texts.length - 1
    const stems = whole === undefined ? said : [...said, whole]
    if (stems.some(word => membersOf(word, index, isLast).size)) continue
    if (!unknown.has(text.toLowerCase())) unknown.set(text.toLowerCase(), text)
  }
  return [...unknown.values()]
}

/**
 * @param {string} word
 * @param {LookedUp} index
 * @param {boolean} isBeginning
 */
function membersOf(word, index, isBeginning) {
  /** @type {Members} */
  const members = new Map()
  for (const other of synonyms(word)) include(members, other, WEIGHTS.synonym, index)
  for (const longer of isBeginning ? index.completions(word) : []) {
    include(members, longer, weightCompleted(longer, word, index), index)
  }
  include(members, word, 1, index)
  return members
}

/**
 * Return how much a word counts where its beginning was typed. No more than what was typed where
 * entries contain that: "job" is most often a finished word, not the beginning of a rare one.
 *
 * @param {string} longer
 * @param {string} word What was typed.
 * @param {LookedUp} index
 */
function weightCompleted(longer, word, index) {
  const full = index.rarity[index.numbers.get(longer) ?? 0]
  const number = index.numbers.get(word)
  const typed = number === undefined ? full : index.rarity[number]
  return WEIGHTS.prefix * Math.min(1, typed / full)
}

/**
 * @param {Members} members
 * @param {string} word
 * @param {number} weight
 * @param {LookedUp} index
 */
function include(members, word, weight, index) {
  const number = index.numbers.get(word)
  if (number === undefined || isStopWord(word)) return
  members.set(number, Math.max(weight, members.get(number) ?? 0))
}

/**
 * Add each two neighbors that an entry writes as one word.
 *
 * @param {string[]} plain
 * @param {LookedUp} index
 * @param {Map<string, Concept>} byWord
 */
function addJoined(plain, index, byWord) {
  for (let i = 1; i < plain.length; i += 1) {
    const joined = stem(plain[i - 1] + plain[i])
    const number = index.numbers.get(joined)
    if (number === undefined || byWord.has(joined)) continue
    const members = new Map([[number, weightJoined(number, [plain[i - 1], plain[i]], index)]])
    byWord.set(joined, { members, worth: worthOf(members, index), isGuess: false })
  }
}

/**
 * Return how much two neighbors count where an entry writes them as one word. No more than apart:
 * "training loss" is common, although hardly an entry says "train_loss".
 *
 * @param {number} joined
 * @param {string[]} parts
 * @param {LookedUp} index
 */
function weightJoined(joined, parts, index) {
  let apart = 0
  for (const part of parts) {
    const number = index.numbers.get(part)
    if (number !== undefined) apart += index.rarity[number]
  }
  return WEIGHTS.joined * Math.min(1, apart / index.rarity[joined])
}

/**
 * @param {Members} members
 * @param {LookedUp} index
 */
function worthOf(members, index) {
  return Math.max(...[...members].map(([number, weight]) => weight * index.rarity[number]))
}
