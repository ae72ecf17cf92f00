/** The tokenizer and the ranker give what the shared vectors say; so do those of the command. */

import assert from "node:assert/strict"
import { test } from "node:test"

import { Ranker } from "../../../browser/search/ranker.js"
import { compounds, words } from "../../../browser/search/tokenizer.js"
import { WordIndex } from "../../../browser/search/word-index.js"
import { RANKING_VECTORS as VECTORS } from "../support/data.js"

const RANKER = new Ranker(new WordIndex(VECTORS.entries))
const ROUNDING = 1e-6

for (const { name, text, words: expected, wholes } of VECTORS.tokens) {
  test(`words of a text: ${name}`, () => {
    assert.deepEqual(words(text), expected)
    assert.deepEqual(compounds(text).flatMap(({ whole }) => whole ?? []), wholes)
  })
}

for (const { name, query, unfinished, found, scores, fits, unknown } of VECTORS.queries) {
  test(`entries for a query: ${name}`, () => {
    const ranked = RANKER.rank(query, { unfinished })
    assert.deepEqual(ranked.map(({ position }) => VECTORS.entries[position].id), found)
    for (const [index, { score }] of ranked.entries()) {
      assert.ok(Math.abs(score - scores[index]) < ROUNDING, `${score} is not ${scores[index]}`)
    }
    assert.deepEqual(ranked.map(one => one.fits), fits)
    assert.deepEqual(RANKER.unknownWords(query, { unfinished }), unknown)
  })
}

test("as many entries are returned as are asked for", () => {
  assert.equal(RANKER.rank("memory loss batch", { limit: 2 }).length, 2)
})

test("a query leaves nothing behind for the next one", () => {
  const before = RANKER.rank("loss")
  RANKER.rank("CUDA out of memory. Tried to allocate 2 GiB")
  assert.deepEqual(RANKER.rank("loss"), before)
})

test("distinctive words are the rare ones in their order", () => {
  const query = "The job and the zeppelin: allocate vram, then port 29500 on the node fails twice again slowly"
  const distinctive = RANKER.distinctiveWords(query)
  assert.ok(distinctive.length <= 8)
  assert.deepEqual(distinctive.filter(word => ["allocate", "vram"].includes(word)), ["allocate", "vram"])
  assert.ok(!distinctive.includes("the"))
})

test("an entry contains a word in any form, and a compound by its parts", () => {
  const position = VECTORS.entries.findIndex(entry => entry.id === "prefetch-factor")
  assert.ok(RANKER.contains(position, "prefetching"))
  assert.ok(RANKER.contains(position, "DataLoader"))
  assert.ok(!RANKER.contains(position, "watchdog"))
})
