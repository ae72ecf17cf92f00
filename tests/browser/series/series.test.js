/** Series, conditions and the last sign of life are what the shared vectors say. */

import assert from "node:assert/strict"
import { test } from "node:test"

import { lines } from "../../../browser/matching/normalizer.js"
import { evaluate } from "../../../browser/series/evaluation.js"
import { exponential, general } from "../../../browser/series/points.js"
import { SeriesReader } from "../../../browser/series/reader.js"
import { chosenSeries, shownEvidence, shownProgress } from "../../../browser/series/report.js"
import { sharedData } from "../support/data.js"

/** @import { Condition } from "../../../browser/common/types.js" */

for (const { name, text, parsed, series, progress, evidence } of sharedData("series_vectors.json")) {
  test(`numbers of a text: ${name}`, () => {
    const reader = new SeriesReader()
    reader.read(lines(text))
    reader.end()
    const found = parsed.map((/** @type {Condition} */ one) => shownEvidence(evaluate(one, reader.series)))
    assert.deepEqual({
      series: chosenSeries(reader.series, []),
      progress: shownProgress(reader.progress.runs, []),
      evidence: found,
    }, { series, progress, evidence })
  })
}

test("numbers are written as Python writes them", () => {
  const cases = /** @type {[number, string][]} */ ([
    [0.90625, "0.9062"], [27841, "2.784e+04"], [0.00001234, "1.234e-05"], [120, "120"], [0, "0"], [-2.5, "-2.5"],
  ])
  for (const [value, text] of cases) assert.equal(general(value, 4), text)
  assert.equal(exponential(2.5e10, 1), "2e+10")
  assert.equal(exponential(16e9, 3), "1.60e+10")
})
