/* Which messages may stand where. Time grows with the text and not with the number of messages: the
 * stream is hashed once, gram by gram, and only where the rarest gram of a text stands is that text
 * compared. Defines TrainwreckAnchors.
 */

globalThis.TrainwreckAnchors = (() => {
  "use strict"

  const LONG = 8
  const SHORT = 4
  // A number of 32 bits for each character, alike characters far apart.
  const MIXED = new Int32Array(256)
  for (let code = 0; code < 256; code += 1) {
    const mixed = Math.imul(code + 1, 0x9e3779b1)
    MIXED[code] = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b)
  }

  /* Texts that are known by their rarest run of `length` characters, 4 or 8. The hash of a run moves
   * left with each character, so that what is older than the run has left its 32 bits. */
  class GramIndex {
    constructor(length, anchors) {
      this.move = 32 / length
      const grams = anchors.map(({ text }) => this.grams(text, length))
      const uses = new Map()
      for (const hash of grams.flatMap(hashes => [...new Set(hashes)])) {
        uses.set(hash, (uses.get(hash) ?? 0) + 1)
      }
      let bits = 16
      while (2 ** bits < 32 * anchors.length && bits < 26) bits += 1
      this.shift = 32 - bits
      this.known = new Uint8Array(2 ** bits)
      this.byHash = new Map()
      for (const [index, { text, message }] of anchors.entries()) {
        const hashes = grams[index]
        const rarest = hashes.reduce((best, hash) => (uses.get(hash) < uses.get(best) ? hash : best))
        const reach = hashes.indexOf(rarest) + length - 1
        this.known[rarest >>> this.shift] = 1
        if (!this.byHash.has(rarest)) this.byHash.set(rarest, [])
        this.byHash.get(rarest).push({ text, message, reach })
      }
    }

    grams(text, length) {
      const hashes = []
      let hash = 0
      for (let index = 0; index < text.length; index += 1) {
        hash = ((hash << this.move) + MIXED[text.charCodeAt(index) & 255]) | 0
        if (index >= length - 1) hashes.push(hash)
      }
      return hashes
    }

    /* Adds to `found`, by message, where its text stands; a run of `hash` ends at `position`. */
    note(stream, hash, position, found) {
      for (const { text, message, reach } of this.byHash.get(hash) ?? []) {
        if (!stream.holds(text, position - reach)) continue
        const positions = found.get(message)
        if (positions) positions.push(position - reach)
        else found.set(message, [position - reach])
      }
    }
  }

  /* Finds many texts at once, in one pass over a stream. */
  class Anchors {
    constructor(anchors) {
      this.long = new GramIndex(LONG, anchors.filter(({ text }) => text.length >= LONG))
      this.short = new GramIndex(
        SHORT, anchors.filter(({ text }) => text.length >= SHORT && text.length < LONG),
      )
      this.tiny = anchors.filter(({ text }) => text.length < SHORT)
    }

    /* The positions of each text in `stream`, ascending, by message. */
    search(stream) {
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

  function positionsOf(stream, text) {
    const positions = []
    const first = text.charCodeAt(0)
    let position = stream.codes.indexOf(first)
    while (position >= 0 && position < stream.length) {
      if (stream.holds(text, position)) positions.push(position)
      position = stream.codes.indexOf(first, position + 1)
    }
    return positions
  }

  return { Anchors }
})()
