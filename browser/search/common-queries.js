/** Queries of a word or two that many entries fit, and the entry that most people look for. */

import ranking from "#data/ranking.json" with { type: "json" }

import { words } from "./tokenizer.js"
import { isStopWord, withPhrases } from "./vocabulary.js"

/** @typedef {{ stems: Set<string>, mayMiss: boolean }} Part Words of which a query contains one. */

const FILLERS = new Set(words(ranking.common_queries.fillers.join(" ")))
const ANSWERS = Object.entries(ranking.common_queries.answers).flatMap(([id, patterns]) => {
  return patterns.map(pattern => {
    const parts = pattern.split(" ").map(partOf)
    return { id, parts, known: new Set(parts.flatMap(({ stems }) => [...stems])) }
  })
})

/**
 * Return the entry that people look for with a query.
 *
 * @param {string} query What somebody typed.
 * @returns {string | undefined} Its id; nothing if the query isn't common.
 */
export function usualAnswer(query) {
  const said = new Set(words(withPhrases(query)).filter(word => !isStopWord(word) && !FILLERS.has(word)))
  return ANSWERS.find(({ parts, known }) => {
    return [...said].every(word => known.has(word))
      && parts.every(({ stems, mayMiss }) => mayMiss || [...stems].some(word => said.has(word)))
  })?.id
}

/**
 * @param {string} text
 * @returns {Part}
 */
function partOf(text) {
  return { stems: new Set(words(text.replace("?", ""))), mayMiss: text.endsWith("?") }
}
