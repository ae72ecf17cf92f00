/**
 * The entries that are about much the same as the errors of a log in which no known message was found.
 * They explain nothing, and the page says so.
 */

import ranking from "#data/ranking.json" with { type: "json" }

import { isShort, tellingLines } from "../matching/index.js"
import { Ranker } from "../search/ranker.js"
import { WordIndex } from "../search/word-index.js"

/** @import { Entry } from "../common/types.js" */
/** @import { ReportedFailure } from "../matching/results.js" */
/** @import { SearchedEntry } from "../search/word-index.js" */

const MOST_FAILURES = 12
const MOST_SIMILAR = 3
const LEAST_SIMILARITY = ranking.weights.least_similarity
const TAG = /<[^>]*>/g
const WORD = /[\p{L}\p{N}_]{2,40}/gu

/**
 * Return the entries that are about much the same as one of the errors that a log reports, or that a
 * few lines speak of.
 *
 * @param {Entry[]} entries The entries.
 * @param {ReportedFailure[]} failures What the log reports.
 * @param {string} tail The end of the log.
 * @returns {Entry[]} Three at most, the most similar first; none where none is similar enough.
 */
export function similar(entries, failures, tail) {
  const own = failures.filter(({ secondary }) => !secondary).map(({ text }) => text)
  const texts = new Set(!failures.length && isShort(tail) ? tellingLines(tail) : own)
  if (!texts.size) return []
  const ranker = new Ranker(new WordIndex(entries.map(searched)))
  /** @type {Map<number, number>} */
  const best = new Map()
  for (const text of [...texts].slice(0, MOST_FAILURES)) {
    for (const { position, similarity } of ranker.rank(text, { limit: MOST_SIMILAR, onlyWords: true })) {
      if (similarity < LEAST_SIMILARITY) continue
      best.set(position, Math.max(similarity, best.get(position) ?? 0))
    }
  }
  const ordered = [...best].sort(([, one], [, other]) => other - one)
  return ordered.slice(0, MOST_SIMILAR).map(([position]) => entries[position])
}

/**
 * Return an entry as the ranker reads it: of what is not in a field of its own each word counts once.
 *
 * @param {Entry} entry
 * @returns {SearchedEntry}
 */
function searched(entry) {
  const steps = entry.fix.flatMap(({ title, when, text }) => [title, when ?? "", text])
  const rest = [entry.first_step, ...steps.map(html => html.replace(TAG, " ")), entry.prose].join("\n")
  return { ...entry, words: [...new Set(rest.match(WORD))].join(" ") }
}
