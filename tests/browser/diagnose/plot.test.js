/** The axes of a plot fit what is drawn. */

import assert from "node:assert/strict"
import { test } from "node:test"

import { horizontal, powers, vertical } from "../../../browser/diagnose/plot-axes.js"

test("few powers of ten label many magnitudes", () => {
  assert.deepEqual(powers(0.5, 3e38), [1, 1e10, 1e20, 1e30])
  assert.deepEqual(powers(0.01, 20), [0.01, 0.1, 1, 10])
})

test("numbers of many magnitudes have a logarithmic axis", () => {
  const axis = /** @type {any} */ (vertical([1, 1e30]).axis)
  assert.deepEqual(axis.splits(null, 1, 1, 1e30), [1, 1e8, 1e16, 1e24])
  assert.equal(vertical([1, 2]).axis.splits, undefined)
})

test("mark behind the last number is within the axis", () => {
  const range = /** @type {any} */ (horizontal(15).range)
  assert.deepEqual(range(null, 0, 14), [0, 15])
  assert.deepEqual(range(null, 3, 3), [3, 15])
})
