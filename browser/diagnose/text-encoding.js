/** The encoding of a log, and whether it is text at all, as trainwreck/logs/reader.py tells it. */

const SAMPLE = 4096
const MOSTLY = 0.4
const TAR = [...new TextEncoder().encode("ustar")]
const TAR_AT = 257
/** Control characters that logs hold: bell, backspace, tab, line feed, form feed, carriage return, escape. */
const CONTROLS = new Set([7, 8, 9, 10, 12, 13, 27])
const DELETE = 127
const MOST_STRANGE = 0.05

/**
 * Return the encoding of a log by its first bytes.
 *
 * @param {Uint8Array} head The first bytes.
 * @returns {"utf-8" | "utf-16le" | "utf-16be"} What `TextDecoder` takes; UTF-8 also stands for
 *   encodings that extend ASCII.
 * @throws {Error} Where it is no text, or browsers cannot read it; the message says what to do.
 */
export function encodingOf(head) {
  if (TAR.every((byte, index) => head[TAR_AT + index] === byte)) {
    throw new Error("It is a tar archive: unpack it and open one of its logs.")
  }
  const [first, second, third, fourth] = head
  const isWide = first === 0xff && second === 0xfe && third === 0 && fourth === 0
  if (isWide || (first === 0 && second === 0 && third === 0xfe && fourth === 0xff)) {
    throw new Error("It is in UTF-32, which browsers do not read: use the command line.")
  }
  if (first === 0xff && second === 0xfe) return "utf-16le"
  if (first === 0xfe && second === 0xff) return "utf-16be"
  const sample = head.subarray(0, SAMPLE)
  const encoding = unmarkedEncoding(sample)
  if (encoding === "utf-8" && isBinary(sample)) throw new Error("It is not text: open the log of the job.")
  return encoding
}

/**
 * Return the encoding of text without a byte order mark: in UTF-16 every other byte of Western text
 * is zero.
 *
 * @param {Uint8Array} sample
 */
function unmarkedEncoding(sample) {
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) {
    if (byte === 0) zeros[index % 2] += 1
  }
  const many = MOSTLY * Math.max(1, Math.floor(sample.length / 2))
  if (zeros[1] > many && many > zeros[0]) return "utf-16le"
  if (zeros[0] > many && many > zeros[1]) return "utf-16be"
  return "utf-8"
}

/**
 * Tell whether too much of a sample is control characters that no log holds. Zero bytes alone don't
 * count: sparse parts of a log that several nodes append to are zeros.
 *
 * @param {Uint8Array} sample
 */
function isBinary(sample) {
  const content = sample.filter(byte => byte !== 0)
  const strange = content.filter(byte => byte === DELETE || (byte < 32 && !CONTROLS.has(byte)))
  return strange.length > MOST_STRANGE * content.length
}
