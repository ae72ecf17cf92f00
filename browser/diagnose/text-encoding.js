/** The encoding of a log, as trainwreck/logs/reader.py tells it. */

const SAMPLE = 4096
const MOSTLY = 0.4

/**
 * Return the encoding of a log by its first bytes.
 *
 * @param {Uint8Array} head The first bytes.
 * @returns {"utf-8" | "utf-16le" | "utf-16be"} What `TextDecoder` takes; UTF-8 also stands for
 *   encodings that extend ASCII.
 * @throws {Error} Where browsers cannot read it; the message says what to do.
 */
export function encodingOf(head) {
  const [first, second, third, fourth] = head
  const isWide = first === 0xff && second === 0xfe && third === 0 && fourth === 0
  if (isWide || (first === 0 && second === 0 && third === 0xfe && fourth === 0xff)) {
    throw new Error("It is in UTF-32, which browsers do not read: use the command line.")
  }
  if (first === 0xff && second === 0xfe) return "utf-16le"
  if (first === 0xfe && second === 0xff) return "utf-16be"
  return unmarkedEncoding(head.subarray(0, SAMPLE))
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
