/** Whatever is looked up in shards is found, and nothing is loaded twice or in vain. */

import assert from "node:assert/strict"
import { test } from "node:test"

import { Shards } from "../../../browser/search/shards.js"

const PARTS = [["ab", "abc", "b"], ["ba", "bab"], ["bac"], ["bad", "z"]]

/** @param {number[]} [loaded] Gets the number of each part that is loaded. */
function shardsOf(loaded = []) {
  return new Shards(PARTS.map(([first]) => first), async number => {
    loaded.push(number)
    return PARTS[number].map(key => [key, key.toUpperCase()])
  })
}

test("every key is found in its part", async () => {
  for (const [number, keys] of PARTS.entries()) {
    for (const key of keys) {
      /** @type {number[]} */
      const loaded = []
      const shards = shardsOf(loaded)
      await shards.need([key])
      assert.equal(shards.get(key), key.toUpperCase())
      assert.deepEqual(loaded, [number], key)
    }
  }
})

test("what is not there is not found, and before the first key nothing is loaded", async () => {
  /** @type {number[]} */
  const loaded = []
  const shards = shardsOf(loaded)
  await shards.need(["", "aa"])
  assert.deepEqual(loaded, [])
  await shards.need(["bb", "zz", "constructor"])
  assert.deepEqual(["", "aa", "bb", "zz", "constructor"].map(key => shards.get(key)), Array(5).fill(undefined))
})

test("a part is loaded once, also while it is being loaded", async () => {
  /** @type {number[]} */
  const loaded = []
  const shards = shardsOf(loaded)
  await Promise.all([shards.need(["ab", "abc"]), shards.need(["b"])])
  assert.deepEqual(loaded, [0])
})

test("a part that could not be loaded is tried again", async () => {
  let isBroken = true
  const shards = new Shards(["a"], async () => {
    if (isBroken) throw new Error("no network")
    return [["a", 1]]
  })
  await assert.rejects(shards.need(["a"]), /no network/)
  isBroken = false
  await shards.need(["a"])
  assert.equal(shards.get("a"), 1)
})

test("keys that begin with some letters come in order and from as many parts as they need", async () => {
  /** @type {number[]} */
  const loaded = []
  const all = PARTS.flat()
  for (const start of ["a", "ab", "abc", "b", "ba", "bab", "bac", "bb", "z", "zz", "", "0"]) {
    for (const most of [1, 2, 3, 24]) {
      const expected = all.filter(key => key.startsWith(start)).slice(0, most)
      assert.deepEqual(await shardsOf(loaded).beginningWith(start, most), expected, `${start} ${most}`)
    }
  }
  loaded.length = 0
  await shardsOf(loaded).beginningWith("ab", 24)
  assert.deepEqual(loaded, [0])
})
