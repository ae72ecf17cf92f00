/** Gzip is read to its end, in pieces of any length, and never much of it at once. */

import assert from "node:assert/strict"
import { test } from "node:test"
import { gzipSync } from "node:zlib"

import { GzipSource } from "../../../browser/diagnose/gzip.js"

const LENGTHS = [1, 7, 512, 1 << 20]

/**
 * Decompress bytes that come in pieces.
 *
 * @param {Uint8Array} packed
 * @param {number} length Bytes of a piece.
 */
async function unpacked(packed, length) {
  const pieces = Math.ceil(packed.length / length)
  const compressed = new ReadableStream({
    start(controller) {
      for (let at = 0; at < pieces; at++) controller.enqueue(packed.subarray(at * length, (at + 1) * length))
      controller.close()
    },
  })
  const reader = new ReadableStream(new GzipSource(compressed.getReader())).getReader()
  const result = { text: "", most: 0, failure: "" }
  const decoder = new TextDecoder()
  for (;;) {
    const { value, done } = await reader.read().catch(error => {
      result.failure = error.message
      return { value: undefined, done: true }
    })
    if (done || !value) return result
    result.text += decoder.decode(value, { stream: true })
    result.most = Math.max(result.most, value.length)
  }
}

/** @param {(string | Buffer)[]} parts Texts are compressed, bytes are not. */
function joined(...parts) {
  return Buffer.concat(parts.map(part => typeof part === "string" ? gzipSync(part) : part))
}

test("members that follow one another are all read", async () => {
  const many = Array.from({ length: 300 }, (_, number) => `line ${number} ${"x".repeat(number)}\n`)
  const cases = /** @type {[Buffer, string][]} */ ([
    [joined("alpha\n"), "alpha\n"],
    [joined("alpha\n", "beta\n"), "alpha\nbeta\n"],
    [joined("", "alpha\n", "", "beta\n", ""), "alpha\nbeta\n"],
    [joined("alpha\n", Buffer.alloc(100), "beta\n", Buffer.alloc(512)), "alpha\nbeta\n"],
    [joined(...many), many.join("")],
  ])
  for (const [packed, text] of cases) {
    for (const length of LENGTHS) {
      const result = await unpacked(packed, length)
      assert.equal(result.failure, "")
      assert.equal(result.text, text)
    }
  }
})

test("damage is an error after what comes before it", async () => {
  const damaged = gzipSync("beta\n")
  damaged[damaged.length - 6] ^= 1
  const cases = /** @type {[Buffer, string, RegExp][]} */ ([
    [joined("alpha\n", Buffer.from("no gzip")), "alpha\n", /header/],
    [joined("alpha\n", gzipSync("beta\n").subarray(0, 5)), "alpha\n", /too early/],
    [joined("alpha\n", gzipSync("beta\n").subarray(0, -3)), "alpha\nbeta\n", /too early/],
    [joined("alpha\n", damaged), "alpha\nbeta\n", /check/],
    [Buffer.from([0x1f, 0x8b, 1, 2, 3]), "", /method/],
    [Buffer.from([0x1f, 0x8b]), "", /too early/],
  ])
  for (const [packed, text, failure] of cases) {
    for (const length of LENGTHS) {
      const result = await unpacked(packed, length)
      assert.equal(result.text, text)
      assert.match(result.failure, failure)
    }
  }
})

test("a small file that unpacks to much comes in small pieces", async () => {
  const bomb = joined("x".repeat(20_000_000), "y".repeat(20_000_000))
  assert.ok(bomb.length < 50_000)
  const { text, most, failure } = await unpacked(bomb, 1 << 20)
  assert.equal(failure, "")
  assert.equal(text.length, 40_000_000)
  assert.ok(most <= 1 << 16, `${most} bytes at once`)
})
