/**
 * Reads a log, piece by piece, and has it diagnosed, in the worker or in the page.
 *
 * Files may be compressed with gzip or Zstandard and written in UTF-8, UTF-16 or an encoding that
 * extends ASCII, as trainwreck/logs/reader.py has it.
 */

import { opened } from "./decompression.js"
import { encodingOf } from "./text-encoding.js"

/** @import { Diagnoser } from "../matching/index.js" */
/** @import { Diagnosis } from "../matching/results.js" */

/**
 * @typedef {object} Reading What was found in a log.
 * @property {Diagnosis} diagnosis
 * @property {string} tail The end of the log.
 * @property {boolean} isCut Whether damaged compressed data ended it early.
 *
 * @typedef {object} Piece A part of a log.
 * @property {string} text
 * @property {number} part Which part of the log is read by now, from 0 to 1.
 * @property {boolean} [isCut]
 */

const PIECE = 1 << 18
const TAIL = 1 << 14
/** Milliseconds after which others get a turn. */
const LONGEST_TURN = 30

/**
 * Diagnose a log.
 *
 * @param {Diagnoser} diagnoser Knows what to look for.
 * @param {Blob | string} log The log.
 * @param {(part: number) => void} [onProgress] Told now and then which part is read, from 0 to 1.
 * @param {() => boolean} [isCancelled] Asked now and then; when true, reading ends at once.
 * @returns {Promise<Reading | null>} What was found; null when cancelled.
 * @throws {Error} Where it cannot be read; the message says why and what to do.
 */
export async function diagnose(diagnoser, log, onProgress = () => {}, isCancelled = () => false) {
  const scanner = diagnoser.read()
  let tail = ""
  let isCut = false
  let turn = performance.now()
  for await (const piece of typeof log === "string" ? pasted(log) : filed(log)) {
    if (isCancelled()) return null
    scanner.add(piece.text)
    tail = (tail + piece.text.slice(-TAIL)).slice(-TAIL)
    isCut ||= piece.isCut === true
    if (performance.now() - turn > LONGEST_TURN) {
      onProgress(piece.part)
      // Lets the page draw, and learn that it should stop.
      await new Promise(resolve => { setTimeout(resolve) })
      turn = performance.now()
    }
  }
  if (isCancelled()) return null
  return { diagnosis: scanner.finish(), tail, isCut }
}

/**
 * @param {string} text
 * @returns {Generator<Piece>}
 */
function* pasted(text) {
  for (let start = 0; start < text.length; start += PIECE) {
    yield { text: text.slice(start, start + PIECE), part: start / text.length }
  }
}

/**
 * @param {Blob} blob
 * @returns {AsyncGenerator<Piece>}
 */
async function* filed(blob) {
  let read = 0
  const stream = await opened(blob, length => { read += length })
  const reader = stream.getReader()
  /** @type {TextDecoder | null} */
  let decoder = null
  try {
    for (;;) {
      const bytes = await nextOf(reader, decoder !== null)
      if (bytes === null) yield { text: "", part: 1, isCut: true }
      if (!bytes) break
      decoder ??= new TextDecoder(encodingOf(bytes))
      yield { text: decoder.decode(bytes, { stream: true }), part: Math.min(1, read / blob.size) }
    }
    if (decoder) yield { text: decoder.decode(), part: 1 }
  } finally {
    reader.cancel().catch(() => {})
  }
}

/**
 * Return the next bytes; undefined at the end; null where damage ends what could be read so far.
 *
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader
 * @param {boolean} gotSome
 */
async function nextOf(reader, gotSome) {
  try {
    return (await reader.read()).value
  } catch {
    if (gotSome) return null
    throw new Error(
      "It cannot be read: the file was moved or changed, or is not a valid gzip or Zstandard file.",
    )
  }
}
