/** What the search knows about English and about logs: stop words, synonyms and phrases. */

import ranking from "#data/ranking.json" with { type: "json" }

import { compiled } from "../common/patterns.js"
import { stem } from "./stemmer.js"
import { words } from "./tokenizer.js"

/** With their stems: "goes" is "goe" where words are compared. */
const STOP_WORDS = new Set(ranking.stop_words.flatMap(word => [word, stem(word)]))
const SYNONYMS = synonymsByWord(ranking.synonyms)
const PHRASES = ranking.phrases.map(({ pattern, replacement }) => {
  return { pattern: compiled(pattern, "g"), replacement }
})

/**
 * Tell whether a word says nothing about an error.
 *
 * @param {string} word A word in lower case, or its stem.
 * @returns {boolean} True for "the", and for single letters.
 */
export function isStopWord(word) {
  return STOP_WORDS.has(word) || (word.length < 3 && [...word].length < 2)
}

/**
 * Return the words that may replace a word.
 *
 * @param {string} word A stem.
 * @returns {string[]} Stems.
 */
export function synonyms(word) {
  return SYNONYMS.get(word) ?? []
}

/**
 * Add to common phrases the one word that means the same.
 *
 * @param {string} text What somebody searches for.
 * @returns {string} The text with these words, as in "out of memory oom".
 */
export function withPhrases(text) {
  return PHRASES.reduce((result, { pattern, replacement }) => {
    return result.replace(pattern, replacement)
  }, text)
}

/** @param {string[][]} groups */
function synonymsByWord(groups) {
  /** @type {Map<string, string[]>} */
  const found = new Map()
  for (const group of groups) {
    const stems = [...new Set(group.flatMap(words))]
    for (const word of stems) {
      found.set(word, [...(found.get(word) ?? []), ...stems.filter(other => other !== word)])
    }
  }
  return found
}
