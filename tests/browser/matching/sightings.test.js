/** What a log contains is gathered line by line, whichever part of it was wrapped. */

import assert from "node:assert/strict"
import { test } from "node:test"

import { lines } from "../../../browser/matching/normalizer.js"
import { Collector } from "../../../browser/matching/sightings.js"

test("lines count in their order though a wrapped one comes whole", () => {
  const [first, second, third] = lines("step 1 loss 0.3\nstep 2 loss 0.2\nstep 3 loss 0.1\n")
  const collector = new Collector()
  collector.read([first, third, second])
  assert.deepEqual(collector.numbers?.steps.of(null).map(({ line }) => line), [1, 2, 3])
  collector.read([third])
  assert.equal(collector.numbers?.steps.of(null).length, 3)
})
