/* Reads a log, piece by piece, and has it diagnosed. Runs in the worker, and in the page where a
 * worker is refused; defines TrainwreckLog.
 *
 * Files may be compressed with gzip or Zstandard and written in UTF-8, UTF-16 or an encoding that extends ASCII,
 * as trainwreck/inputs.py has it.
 */

globalThis.TrainwreckLog = (() => {
  "use strict"

  const PIECE = 1 << 18
  const TAIL = 1 << 14
  const SAMPLE = 4096
  const MOSTLY = 0.4
  const LONGEST_TURN = 30
  // A few bytes can stand for 128 KiB: taken in small parts, what they stand for is never much.
  const PACKED_PIECE = 512
  const FOLDER = globalThis.document?.currentScript?.src ?? location.href

  /**
   * Diagnoses a log.
   *
   * @param {TrainwreckMatcher} matcher What to look for.
   * @param {Blob|string} log The log.
   * @param {(part: number) => void} onProgress Told now and then which part is read, from 0 to 1.
   * @param {() => boolean} isCancelled Asked now and then; when true, reading ends at once.
   * @returns {Promise<{matches: object[], lineCount: number, tail: string, isCut: boolean}|null>}
   *   What was found; the end of the log; whether damaged compressed data ended it early. Null when
   *   cancelled.
   * @throws {Error} Where it cannot be read; the message says why and what to do.
   */
  async function diagnose(matcher, log, onProgress = () => {}, isCancelled = () => false) {
    const reading = matcher.read()
    let tail = ""
    let isCut = false
    let turn = performance.now()
    for await (const piece of typeof log === "string" ? pasted(log) : filed(log)) {
      if (isCancelled()) return null
      reading.add(piece.text)
      tail = (tail + piece.text.slice(-TAIL)).slice(-TAIL)
      isCut ||= piece.isCut === true
      if (performance.now() - turn > LONGEST_TURN) {
        onProgress(piece.part)
        // Lets the page draw, and hear that it should stop.
        await new Promise(resolve => { setTimeout(resolve) })
        turn = performance.now()
      }
    }
    if (isCancelled()) return null
    return { matches: reading.finish(), lineCount: reading.lineCount, tail, isCut }
  }

  function* pasted(text) {
    for (let start = 0; start < text.length; start += PIECE) {
      yield { text: text.slice(start, start + PIECE), part: start / text.length }
    }
  }

  async function* filed(blob) {
    const progress = { read: 0 }
    const reader = (await opened(blob, progress)).getReader()
    let decoder = null
    try {
      for (;;) {
        const bytes = await nextOf(reader, decoder !== null)
        if (bytes === null) yield { text: "", part: 1, isCut: true }
        if (!bytes) break
        decoder ??= new TextDecoder(encodingOf(bytes))
        yield {
          text: decoder.decode(bytes, { stream: true }),
          part: Math.min(1, progress.read / blob.size),
        }
      }
      if (decoder) yield { text: decoder.decode(), part: 1 }
    } finally {
      reader.cancel().catch(() => {})
    }
  }

  async function opened(blob, progress) {
    const head = await blob.slice(0, 4).arrayBuffer().catch(() => {
      throw new Error("It cannot be read. A folder cannot be opened here, only a file.")
    })
    const [first, second, third, fourth] = new Uint8Array(head)
    const isZstandard = first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd
    const counted = blob.stream().pipeThrough(new TransformStream({
      transform(chunk, controller) {
        progress.read += chunk.length
        controller.enqueue(chunk)
      },
    }))
    if (isZstandard) return unpacked(counted, await unpacker())
    const isGzip = first === 0x1f && second === 0x8b
    return isGzip ? counted.pipeThrough(new DecompressionStream("gzip")) : counted
  }

  /* No browser unpacks Zstandard by itself; few logs need it, so it is loaded for them only. */
  async function unpacker() {
    if (!globalThis.fzstd) {
      const address = new URL("packages/fzstd.js", FOLDER)
      if (globalThis.document) await scriptLoaded(address)
      else importScripts(address)
    }
    return fzstd.Decompress
  }

  function scriptLoaded(address) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script")
      script.src = address
      script.addEventListener("load", resolve)
      script.addEventListener("error", () => {
        reject(new Error("What unpacks Zstandard cannot be loaded. Is the network there?"))
      })
      document.head.append(script)
    })
  }

  function unpacked(packed, Decompress) {
    const reader = packed.getReader()
    const ready = []
    const decompress = new Decompress(bytes => {
      if (bytes.length) ready.push(bytes.slice())
    })
    let waiting = new Uint8Array(0)
    let isDone = false
    let failure = null
    async function unpackSome() {
      if (!waiting.length) {
        const { value, done } = await reader.read()
        isDone = done
        waiting = value ?? waiting
      }
      try {
        decompress.push(waiting.subarray(0, PACKED_PIECE), isDone)
      } catch (error) {
        failure = error
      }
      waiting = waiting.subarray(PACKED_PIECE)
    }
    return new ReadableStream({
      async pull(controller) {
        while (!ready.length && !isDone && !failure) await unpackSome()
        // What came before the damage is read too.
        if (ready.length) controller.enqueue(ready.shift())
        else if (failure) throw failure
        else controller.close()
      },
      cancel: reason => reader.cancel(reason),
    })
  }

  /* The next bytes; undefined at the end; null where damage ends what could be read so far. */
  async function nextOf(reader, gotSome) {
    try {
      return (await reader.read()).value
    } catch {
      if (gotSome) return null
      throw new Error("It cannot be read: the file was moved or changed, or is no sound gzip or Zstandard file.")
    }
  }

  function encodingOf(head) {
    const [first, second, third, fourth] = head
    const isWide = first === 0xff && second === 0xfe && third === 0 && fourth === 0
    if (isWide || (first === 0 && second === 0 && third === 0xfe && fourth === 0xff)) {
      throw new Error("It is in UTF-32, which browsers do not read: use the command line.")
    }
    if (first === 0xff && second === 0xfe) return "utf-16le"
    if (first === 0xfe && second === 0xff) return "utf-16be"
    // Text in UTF-16 without a mark: every other byte of Western text is zero.
    const sample = head.subarray(0, SAMPLE)
    const zeros = [0, 0]
    for (const [index, byte] of sample.entries()) zeros[index % 2] += byte === 0
    const many = MOSTLY * Math.max(1, Math.floor(sample.length / 2))
    if (zeros[1] > many && many > zeros[0]) return "utf-16le"
    if (zeros[0] > many && many > zeros[1]) return "utf-16be"
    return "utf-8"
  }

  return { diagnose }
})()
