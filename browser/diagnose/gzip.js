/**
 * Decompresses gzip, however many members follow one another: what browsers have for it stops after the
 * first one. Few logs need it, so it is loaded for them only.
 */

import {
  ZStream, Z_BUF_ERROR, Z_NO_FLUSH, Z_OK, Z_STREAM_END, zlibInflate, zlibInflateInit2, zlibInflateReset,
} from "pako"

/** What tells zlib that the data is gzip and nothing else. */
const GZIP_ONLY = 31
/** Bytes that are decompressed at a time, whatever they were before. */
const PIECE = 1 << 16

/** Decompresses as much as is asked for. */
export class GzipSource {
  #stream = new ZStream()
  #isBetweenMembers = false
  /** @type {Error | null} */
  #failure = null

  /** @param {ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>} reader The compressed bytes. */
  constructor(reader) {
    this.reader = reader
    zlibInflateInit2(this.#stream, GZIP_ONLY)
  }

  /**
   * Give the next bytes.
   *
   * @param {ReadableStreamDefaultController<Uint8Array>} controller Takes them.
   * @throws {Error} Where the data is damaged, after what comes before the damage.
   */
  async pull(controller) {
    for (;;) {
      if (this.#failure) throw this.#failure
      const bytes = this.#inflate()
      if (bytes.length) return controller.enqueue(bytes)
      if (!this.#stream.avail_in && !this.#failure) {
        const { value, done } = await this.reader.read()
        if (done) return this.#end(controller)
        Object.assign(this.#stream, { input: value, next_in: 0, avail_in: value.length })
      }
    }
  }

  /**
   * End the reading.
   *
   * @param {unknown} reason Why.
   */
  cancel(reason) {
    return this.reader.cancel(reason)
  }

  /** Return some bytes; none where more compressed ones are needed. */
  #inflate() {
    const stream = this.#stream
    if (this.#isBetweenMembers) this.#skipPadding()
    Object.assign(stream, { output: new Uint8Array(PIECE), next_out: 0, avail_out: PIECE })
    const status = this.#isBetweenMembers ? Z_OK : zlibInflate(stream, Z_NO_FLUSH)
    if (status === Z_STREAM_END) {
      zlibInflateReset(stream)
      this.#isBetweenMembers = true
    } else if (status !== Z_OK && status !== Z_BUF_ERROR) {
      this.#failure = new Error(stream.msg)
    }
    return stream.output.subarray(0, stream.next_out)
  }

  /** Skip the zeros with which tapes and disks fill a block. */
  #skipPadding() {
    const stream = this.#stream
    while (stream.avail_in && stream.input[stream.next_in] === 0) {
      stream.next_in++
      stream.avail_in--
    }
    this.#isBetweenMembers = !stream.avail_in
  }

  /** @param {ReadableStreamDefaultController<Uint8Array>} controller */
  #end(controller) {
    if (!this.#isBetweenMembers) throw new Error("the compressed data ends too early")
    controller.close()
  }
}
