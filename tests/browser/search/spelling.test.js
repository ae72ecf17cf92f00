/** Typing errors are corrected as the shared vectors say, and only what that needs is loaded. */

import assert from "node:assert/strict"
import { test } from "node:test"

import { Spelling } from "../../../browser/search/spelling.js"
import { SPELLING_VECTORS as VECTORS } from "../support/data.js"

/** @param {number[]} [loaded] Gets the number of each part that is loaded. */
function spellingOf(loaded = []) {
  return new Spelling(async number => {
    loaded.push(number)
    const letter = String.fromCharCode("a".charCodeAt(0) + number)
    return Object.entries(VECTORS.words).filter(([word]) => word.startsWith(letter))
  })
}

for (const { name, query, unknown, unfinished, corrected } of VECTORS.queries) {
  test(`typing errors: ${name}`, async () => {
    assert.equal(await spellingOf().corrected(query, unknown, unfinished), corrected)
  })
}

test("words with the same first letter are loaded, and others only where none of them is near", async () => {
  /** @type {number[]} */
  const loaded = []
  const spelling = spellingOf(loaded)
  await spelling.corrected("cuda out of memory", [], true)
  await spelling.corrected("NCCL_DEBGU zeppelin.py slo", ["NCCL_DEBGU", "zeppelin", "slo"], true)
  assert.deepEqual(loaded, [])
  await spelling.corrected("tiemout tmieout", ["tiemout", "tmieout"], true)
  assert.deepEqual(loaded, [19])
  await spelling.corrected("itmeout", ["itmeout"], true)
  assert.deepEqual(loaded, [19, 8])
})
