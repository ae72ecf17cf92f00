/**
 * Rewrites tests/data/ranking_vectors.json with what the tokenizer and the ranker give now:
 *
 *     node tests/browser/support/rewrite-ranking-vectors.js
 *
 * Run it where a change of the ranking is wanted, and read the difference before you commit it.
 */

import { writeFileSync } from "node:fs"

import { Ranker } from "../../../browser/search/ranker.js"
import { compounds, words } from "../../../browser/search/tokenizer.js"
import { WordIndex } from "../../../browser/search/word-index.js"
import { RANKING_VECTORS } from "./data.js"

const DIGITS = 6

const { entries, tokens, queries } = RANKING_VECTORS
const ranker = new Ranker(new WordIndex(entries))
const rewritten = {
  entries,
  tokens: tokens.map(vector => ({
    ...vector,
    words: words(vector.text),
    wholes: compounds(vector.text).flatMap(({ whole }) => whole ?? []),
  })),
  queries: queries.map(vector => {
    const ranked = ranker.rank(vector.query, { unfinished: vector.unfinished })
    return {
      ...vector,
      found: ranked.map(({ position }) => entries[position].id),
      scores: ranked.map(({ score }) => Number(score.toFixed(DIGITS))),
      fits: ranked.map(({ fits }) => fits),
      unknown: ranker.unknownWords(vector.query, { unfinished: vector.unfinished }),
    }
  }),
}
writeFileSync(new URL("../../data/ranking_vectors.json", import.meta.url), asText(rewritten))

/**
 * Return JSON with each list on one line, so that a difference is easy to read.
 *
 * @param {Record<string, object[]>} value
 */
function asText(value) {
  const sections = Object.entries(value).map(([name, items]) => {
    return `  ${JSON.stringify(name)}: [\n${items.map(itemText).join(",\n")}\n  ]`
  })
  return `{\n${sections.join(",\n")}\n}\n`
}

/** @param {object} item */
function itemText(item) {
  const fields = Object.entries(item).map(([name, value]) => {
    const text = Array.isArray(value)
      ? `[${value.map(part => JSON.stringify(part)).join(", ")}]`
      : JSON.stringify(value)
    return `      ${JSON.stringify(name)}: ${text}`
  })
  return `    {\n${fields.join(",\n")}\n    }`
}
