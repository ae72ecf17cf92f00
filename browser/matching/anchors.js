/**
 * Finds many texts in a stream at once. Time grows with the stream and not with the number of texts:
 * the stream is hashed once, run by run, and a text is compared only where its rarest run is.
 */

/** @import { Stream } from "./stream.js" */

/**
 * @typedef {object} Anchor A text to look for.
 * @property {string} text
 * @property {number} message The index of the message that it belongs to.
 *
 * @typedef {Map<number, number[]>} Found Where each text is, ascending, by its message.
 */

const LONG = 8
const SHORT = 4
const HASH_BITS = 32
const FEWEST_BITS = 16
const MOST_BITS = 26
/** A number of 32 bits for each character, those of neighboring characters far apart. */
const MIXED = Int32Array.from({ length: 256 }, (_, code) => {
  const mixed = Math.imul(code + 1, 0x9e3779b1)
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b)
})

/** Finds many texts in one pass over a stream. */
export class Anchors {
  /** @param {Anchor[]} anchors The texts to look for, none empty. */
  constructor(anchors) {
    this.long = new RunIndex(LONG, anchors.filter(({ text }) => text.length >= LONG))
    this.short = new RunIndex(
      SHORT, anchors.filter(({ text }) => text.length >= SHORT && text.length < LONG),
    )
    this.tiny = anchors.filter(({ text }) => text.length < SHORT)
  }

  /**
   * Find the texts.
   *
   * @param {Stream} stream What a log says.
   * @returns {Found} Where they are.
   */
  search(stream) {
    /** @type {Found} */
    const found = new Map()
    const { codes, length } = stream
    const { known: knownLong, shift: shiftLong, move: moveLong } = this.long
    const { known: knownShort, shift: shiftShort, move: moveShort } = this.short
    let long = 0
    let short = 0
    for (let position = 0; position < length; position += 1) {
      const mixed = MIXED[codes[position] & 255]
      long = ((long << moveLong) + mixed) | 0
      short = ((short << moveShort) + mixed) | 0
      if (knownLong[long >>> shiftLong]) this.long.note(stream, long, position, found)
      if (knownShort[short >>> shiftShort]) this.short.note(stream, short, position, found)
    }
    for (const { text, message } of this.tiny) {
      const positions = positionsOf(stream, text)
      if (positions.length) found.set(message, positions)
    }
    return found
  }
}

/**
 * Texts, each found by its rarest run of some characters. The hash of a run is shifted left for each
 * character, so that characters before the run have dropped out of its 32 bits.
 */
class RunIndex {
  /**
   * @param {4 | 8} length Characters of a run.
   * @param {Anchor[]} anchors Texts of at least this length.
   */
  constructor(length, anchors) {
    this.length = length
    this.move = HASH_BITS / length
    let bits = FEWEST_BITS
    while (2 ** bits < HASH_BITS * anchors.length && bits < MOST_BITS) bits += 1
    this.shift = HASH_BITS - bits
    /** By the first bits of a hash: whether a text has such a run. */
    this.known = new Uint8Array(2 ** bits)
    /** @type {Map<number, (Anchor & { reach: number })[]>} The texts by the hash of their run. */
    this.byHash = new Map()
    const hashes = anchors.map(({ text }) => this.#hashesOf(text))
    const uses = countsOf(hashes)
    for (const [index, anchor] of anchors.entries()) this.#add(anchor, hashes[index], uses)
  }

  /**
   * Add to `found` the texts of which a run with some hash ends at a position.
   *
   * @param {Stream} stream What a log says.
   * @param {number} hash The hash.
   * @param {number} position The last position of the run.
   * @param {Found} found Where to add them.
   */
  note(stream, hash, position, found) {
    for (const { text, message, reach } of this.byHash.get(hash) ?? []) {
      if (!stream.contains(text, position - reach)) continue
      const positions = found.get(message)
      if (positions) positions.push(position - reach)
      else found.set(message, [position - reach])
    }
  }

  /**
   * @param {Anchor} anchor
   * @param {number[]} hashes
   * @param {Map<number, number>} uses
   */
  #add(anchor, hashes, uses) {
    const usesOf = (/** @type {number} */ hash) => uses.get(hash) ?? 0
    const rarest = hashes.reduce((best, hash) => (usesOf(hash) < usesOf(best) ? hash : best))
    const reach = hashes.indexOf(rarest) + this.length - 1
    this.known[rarest >>> this.shift] = 1
    this.byHash.set(rarest, [...(this.byHash.get(rarest) ?? []), { ...anchor, reach }])
  }

  /** @param {string} text */
  #hashesOf(text) {
    const hashes = []
    let hash = 0
    for (let index = 0; index < text.length; index += 1) {
      hash = ((hash << this.move) + MIXED[text.charCodeAt(index) & 255]) | 0
      if (index >= this.length - 1) hashes.push(hash)
    }
    return hashes
  }
}

/**
 * Count in how many of the lists each number is.
 *
 * @param {number[][]} lists
 */
function countsOf(lists) {
  /** @type {Map<number, number>} */
  const counts = new Map()
  for (const item of lists.flatMap(list => [...new Set(list)])) {
    counts.set(item, (counts.get(item) ?? 0) + 1)
  }
  return counts
}

/**
 * @param {Stream} stream
 * @param {string} text
 */
function positionsOf(stream, text) {
  const positions = []
  const first = text.charCodeAt(0)
  let position = stream.codes.indexOf(first)
  while (position >= 0 && position < stream.length) {
    if (stream.contains(text, position)) positions.push(position)
    position = stream.codes.indexOf(first, position + 1)
  }
  return positions
}
