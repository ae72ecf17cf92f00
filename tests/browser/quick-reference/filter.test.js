/** The quick reference keeps the rows with all words, and opens categories where few rows are left. */

import assert from "node:assert/strict"
import { test } from "node:test"

import { filtered } from "../../../browser/quick-reference/filter.js"

const CATEGORIES = [
  [{ text: "cuda out of memory" }, { text: "hip out of memory" }],
  [{ text: "nan loss" }],
]

test("without a word everything is kept and nothing is opened", () => {
  assert.deepEqual(filtered(CATEGORIES, " "), [
    { kept: [true, true], number: 2, isOpen: false },
    { kept: [true], number: 1, isOpen: false },
  ])
})

test("rows with all words are kept and shown", () => {
  assert.deepEqual(filtered(CATEGORIES, "Memory CUDA"), [
    { kept: [true, false], number: 1, isOpen: true },
    { kept: [false], number: 0, isOpen: false },
  ])
})

test("many rows are left to those who open their category", () => {
  const many = [Array.from({ length: 100 }, () => ({ text: "memory" })), CATEGORIES[0]]
  assert.deepEqual(filtered(many, "memory").map(({ isOpen }) => isOpen), [false, false])
})
