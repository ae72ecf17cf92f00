/** The matrix keeps the rows that fit the filter and sorts by meaning. */

import assert from "node:assert/strict"
import { test } from "node:test"

import { comparison, FREQUENCY_COLUMN, matches, normalized } from "../../../browser/matrix/filter.js"

const ROW = {
  cells: ["GLIBC_2.33 not found", "High", "Hours", "LUMI, Betzy", "Environment", "Crash", "Measured"],
  text: normalized("GLIBC_2.33 not found  LUMI errors/glibc-version-not-found/"),
  frameworks: ["PyTorch", "Linux"],
}

for (const [filter, expected] of /** @type {[Record<string, string>, boolean][]} */ ([
  [{}, true],
  [{ text: "glibc version" }, true],
  [{ text: "GLIBC-2.33" }, true],
  [{ text: "glibc cuda" }, false],
  [{ severity: "High", cluster: "Betzy" }, true],
  [{ severity: "Low" }, false],
  [{ cluster: "Saga" }, false],
  [{ framework: "Linux" }, true],
  [{ framework: "Lin" }, false],
])) {
  test(`filter ${JSON.stringify(filter)} ${expected ? "keeps" : "hides"} the row`, () => {
    assert.equal(matches(ROW, filter), expected)
  })
}

test("an error of no cluster can happen on any, and of no category in none", () => {
  const row = { ...ROW, cells: ROW.cells.with(3, "Any").with(4, "Any") }
  assert.ok(matches(row, { cluster: "Saga" }))
  assert.ok(!matches(row, { category: "Environment" }))
})

test("severities and times are compared by their meaning, other columns as words", () => {
  const sorted = (/** @type {string[]} */ values, /** @type {number} */ column) => {
    return values.toSorted(comparison(column, ["Critical", "High", "Medium", "Low"]))
  }
  assert.deepEqual(sorted(["Low", "Critical", "High"], 1), ["Critical", "High", "Low"])
  assert.deepEqual(sorted(["Days", "Minutes", "Hours"], 2), ["Minutes", "Hours", "Days"])
  assert.deepEqual(sorted(["b", "C", "a"], 0), ["a", "b", "C"])
})

test("frequencies are compared by their numbers, and what is in no table comes last", () => {
  const values = ["1 table, up to 30 %", "", "10 tables, up to 2 %", "2 tables, up to 9.5 %", "2 tables, up to 10 %"]
  assert.deepEqual(values.toSorted(comparison(FREQUENCY_COLUMN, [])), [
    "10 tables, up to 2 %",
    "2 tables, up to 10 %",
    "2 tables, up to 9.5 %",
    "1 table, up to 30 %",
    "",
  ])
})
