/** The bytes of a log, compressed with gzip or Zstandard or not at all. */

import { loadScript, scriptFolder } from "../common/site.js"
import { scope } from "../common/worker-scope.js"
import { GzipSource } from "./gzip.js"
import { Decompress } from "./zstandard.js"

/**
 * @typedef {ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>} Reader
 *
 * @typedef {ReadableStreamDefaultController<Uint8Array>} Controller
 */

const GZIP = [0x1f, 0x8b]
const ZSTANDARD = [0x28, 0xb5, 0x2f, 0xfd]
const LONGEST_MAGIC = 6
const PACKED_OTHERWISE = "which browsers do not read: unpack it, or use the command line."
/** How other files begin that a log may be in, and what to do. */
const REFUSED = /** @type {[string, string][]} */ ([
  ["PK\x03\x04", "It is a zip archive, such as a checkpoint or a wheel: unpack it and open a log."],
  ["PK\x05\x06", "It is a zip archive without a file."],
  ["\xfd7zXZ\0", `It is compressed with xz, ${PACKED_OTHERWISE}`],
  ["BZh", `It is compressed with bzip2, ${PACKED_OTHERWISE}`],
])
/** A few bytes can stand for 128 KiB: taken in small parts, what they stand for is never much. */
const PACKED_PIECE = 512

/**
 * Open a log.
 *
 * @param {Blob} log The log.
 * @param {(length: number) => void} onRead Told how many bytes of it were read.
 * @returns {Promise<ReadableStream<Uint8Array>>} Its bytes, decompressed. Damaged data is an error after
 *   what comes before the damage.
 * @throws {Error} Where it cannot be read; the message says why and what to do.
 */
export async function opened(log, onRead) {
  const buffer = await log.slice(0, LONGEST_MAGIC).arrayBuffer().catch(() => {
    throw new Error("It cannot be read. A folder cannot be opened here, only a file.")
  })
  const head = new Uint8Array(buffer)
  const beginning = String.fromCharCode(...head)
  const [, reason] = REFUSED.find(([magic]) => beginning.startsWith(magic)) ?? []
  if (reason) throw new Error(reason)
  const counted = log.stream().pipeThrough(counter(onRead))
  const begins = (/** @type {number[]} */ magic) => magic.every((byte, index) => head[index] === byte)
  if (begins(ZSTANDARD)) {
    await load("zstandard.js", "trainwreckZstandard")
    return new ReadableStream(new ZstandardSource(counted.getReader()))
  }
  if (!begins(GZIP)) return counted
  await load("gzip.js", "trainwreckGzip")
  return new ReadableStream(new GzipSource(counted.getReader()))
}

/**
 * @param {(length: number) => void} onRead
 * @returns {TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>}
 */
function counter(onRead) {
  return new TransformStream({
    transform(chunk, controller) {
      onRead(chunk.length)
      controller.enqueue(chunk)
    },
  })
}

/**
 * @param {string} name
 * @param {string} variable
 */
async function load(name, variable) {
  if (variable in globalThis) return
  if (!("document" in globalThis)) {
    await scope.importScripts(new URL(name, scriptFolder).href)
    return
  }
  await loadScript(name).catch(() => {
    throw new Error("What unpacks the file cannot be loaded. Check the network and try again.")
  })
}

/** Decompresses as much as is asked for. */
class ZstandardSource {
  /** @type {Uint8Array[]} */
  #ready = []
  #waiting = new Uint8Array(0)
  #isDone = false
  /** @type {unknown} */
  #failure = null

  /** @param {Reader} reader The compressed bytes. */
  constructor(reader) {
    this.reader = reader
    this.decompress = new Decompress(bytes => {
      if (bytes.length) this.#ready.push(bytes.slice())
    })
  }

  /**
   * Give the next bytes.
   *
   * @param {Controller} controller Takes them.
   */
  async pull(controller) {
    while (!this.#ready.length && !this.#isDone && !this.#failure) await this.#decompressSome()
    const bytes = this.#ready.shift()
    // What came before the damage is read too.
    if (bytes) controller.enqueue(bytes)
    else if (this.#failure) throw this.#failure
    else controller.close()
  }

  /**
   * End the reading.
   *
   * @param {unknown} reason Why.
   */
  cancel(reason) {
    return this.reader.cancel(reason)
  }

  async #decompressSome() {
    if (!this.#waiting.length) {
      const { value, done } = await this.reader.read()
      this.#isDone = done
      this.#waiting = value ?? this.#waiting
    }
    try {
      this.decompress.push(this.#waiting.subarray(0, PACKED_PIECE), this.#isDone)
    } catch (error) {
      this.#failure = error
    }
    this.#waiting = this.#waiting.subarray(PACKED_PIECE)
  }
}
