/** The engine finds what the shared vectors say, whole and in pieces of any length. */

import assert from "node:assert/strict"
import { test } from "node:test"

import { Diagnoser, PLACEHOLDER_MARK, lines, rootsOf } from "../../../browser/matching/index.js"
import { Stream } from "../../../browser/matching/stream.js"
import { sharedData } from "../support/data.js"

/** @import { Diagnosis } from "../../../browser/matching/results.js" */

const VECTORS = sharedData("vectors.json")
const DIAGNOSER = new Diagnoser(VECTORS.entries)
const PIECE = 7

for (const { name, text, ...expected } of VECTORS.cases) {
  test(`diagnosis of a text: ${name}`, () => {
    assert.deepEqual(outcome(DIAGNOSER.diagnose(text)), expected)
  })

  test(`diagnosis of a text in pieces: ${name}`, () => {
    const scanner = DIAGNOSER.read()
    for (let start = 0; start < text.length; start += PIECE) scanner.add(text.slice(start, start + PIECE))
    assert.deepEqual(outcome(scanner.finish()), expected)
  })
}

/** @param {Diagnosis} diagnosis */
function outcome({ verdict, action, hints, failures, matches }) {
  const found = matches.map(({ id, role, weight, ranks, nodes, caused_by, narrows, lines: [first] }) => {
    return { id, role, line: first.number, weight, ranks, nodes, caused_by, narrows }
  })
  return { verdict, action, hints, failures, found }
}

test("lines are counted, the last one with and without its end", () => {
  for (const [text, count] of /** @type {[string, number][]} */ ([["", 0], ["a", 1], ["a\n", 1], ["a\n\nb", 3]])) {
    const scanner = DIAGNOSER.read()
    scanner.add(text)
    scanner.finish()
    assert.equal(scanner.lineCount, count, JSON.stringify(text))
  }
})

test("a line is read without its prefixes, its color codes and its box", () => {
  const [line] = lines("\x1b[31m[rank3]: 2026-11-21 10:00:00,123 - \x1b[0mit failed")
  assert.deepEqual([line.text, line.source, line.timed], ["it failed", "3", true])
  assert.equal(lines("│ it failed │")[0].text, "it failed")
})

test("a printed diagnosis without its end or its beginning hides only so many lines", () => {
  const [begin, end] = ["trainwreck diagnosis of a (1 line)\n", "end of trainwreck diagnosis\n"]
  const [few, many] = ["step 8\n".repeat(200), "step 8\n".repeat(400)]
  /** @param {string} text */
  const isSaid = (text) => new Stream(text, 1).lines.some((line) => line.text === "it failed")
  assert.ok(isSaid(`${begin}${many}it failed\n${begin}${end}`))
  assert.ok(isSaid(`${begin}${many}it failed\n`))
  assert.ok(isSaid(`it failed\n${many}${end}${begin}${end}`))
  assert.ok(!isSaid(`${begin}${few}it failed\n`))
  assert.ok(!isSaid(`it failed\n${few}${end}${begin}${end}`))
  assert.ok(!isSaid(`${begin}${many}it failed\n${end}`))
})

test("what a carriage return would overwrite is a line with the same number", () => {
  assert.deepEqual(lines("a\rb\nc").map(({ number, text }) => [number, text]), [[1, "a"], [1, "b"], [2, "c"]])
})

test("roots are causes at any distance, and no entry is its own", () => {
  const roots = rootsOf([
    { id: "a", caused_by: ["b"] },
    { id: "b", caused_by: ["c"] },
    { id: "c", caused_by: ["a", "gone"] },
  ])
  assert.deepEqual([...roots].map(([id, of]) => [id, [...of].sort()]),
    [["a", ["b", "c"]], ["b", ["a", "c"]], ["c", ["a", "b"]]])
})

test("all placeholders of the message language are found", () => {
  assert.deepEqual("a <*> b <~> c <#> d <=> e <x> f <#1..> g <=><#..9> h <#..>".match(PLACEHOLDER_MARK),
    ["<*>", "<~>", "<#>", "<=>", "<#1..>", "<=><#..9>"])
})
