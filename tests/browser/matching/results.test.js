/** Ranks and hosts are listed in one order, as in Python. */

import assert from "node:assert/strict"
import { test } from "node:test"

import { compareSources } from "../../../browser/matching/results.js"

test("ranks of one number come in one order", () => {
  const sources = ["00", "10", "0", "node1", "2"]
  assert.deepEqual(sources.sort(compareSources), ["node1", "0", "00", "2", "10"])
})
