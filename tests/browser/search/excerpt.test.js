/** Of a long text only what looks like an error is searched for. */

import assert from "node:assert/strict"
import { test } from "node:test"

import { LINE_SEPARATOR, excerpt, inOneLine } from "../../../browser/search/excerpt.js"

const ERROR = "RuntimeError: No HIP GPUs are available"

test("a short text stays as it is", () => {
  assert.equal(excerpt(" a\nb "), " a\nb ")
})

test("of a long text the last lines that look like errors are kept", () => {
  const noise = "step 1 loss 2.5\n".repeat(1000)
  assert.equal(excerpt(`${noise}first ${ERROR}\n${noise}${ERROR}\n${noise}`), `first ${ERROR}\n${ERROR}`)
})

test("where no line looks like an error the last ones are kept", () => {
  const kept = excerpt("epoch 1\n".repeat(1000))
  assert.ok(kept.length <= 2_000)
  assert.match(kept, /^(epoch 1\n)+epoch 1$/)
})

test("a long line is cut to its beginning and its end", () => {
  assert.ok(excerpt(`${"x".repeat(50_000)} ${ERROR}`).endsWith(ERROR))
})

test("lines stay apart in a field of one line", () => {
  assert.equal(inOneLine("\n a \r\n\n b\n"), `a${LINE_SEPARATOR}b`)
})
