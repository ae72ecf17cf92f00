/** The codes in a log are those that the shared vectors say. */

import assert from "node:assert/strict"
import { test } from "node:test"

import { Diagnoser } from "../../../browser/matching/index.js"
import { sharedData } from "../support/data.js"

const VECTORS = sharedData("code_vectors.json")
const DIAGNOSER = new Diagnoser(VECTORS.entries)
const TAIL = 1 << 14

/** @param {string} log */
function codes(log) {
  return DIAGNOSER.codes(DIAGNOSER.diagnose(log), log, VECTORS.tables).map(({ table, code, line }) => {
    return { table, code: code.name ?? String(code.number), line: line.number }
  })
}

for (const { name, text, codes: expected } of VECTORS.cases) {
  test(`codes in a text: ${name}`, () => assert.deepEqual(codes(text), expected))
}

test("the line is numbered in a log longer than what is looked at", () => {
  const found = codes(`${"step\n".repeat(20_000)  }wheel code 8\n`)
  assert.deepEqual(found, [{ table: "wheel", code: "WHEEL_FLAT", line: 20_001 }])
})

test("a line that the end of what is looked at cuts is not read", () => {
  const line = "Wheel error: it is an old wheel code 8\n"
  for (let cut = 1; cut < line.length; cut += 1) {
    assert.deepEqual(codes(`${line + "x".repeat(TAIL - cut - 1)  }\n`), [], `cut ${cut}`)
  }
})
