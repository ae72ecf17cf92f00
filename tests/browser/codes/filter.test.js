/** The filter of a table of codes. */

import assert from "node:assert/strict"
import { test } from "node:test"

import { hasCode } from "../../../browser/codes/filter.js"

test("a number finds the codes that begin with it, a word those that contain it", () => {
  const text = "79 robust channel gpu has fallen off the bus"
  for (const typed of ["79", "7", "fallen", "FALLEN bus", "GPU_HAS", "bus 79", "-79", " "]) {
    assert.ok(hasCode(text, typed), typed)
  }
  for (const typed of ["9", "179", "bus 80", "axle"]) assert.ok(!hasCode(text, typed), typed)
})
