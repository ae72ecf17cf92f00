/* The message language, as in trainwreck/message.py: pieces of fixed text with gaps between them.
 * Defines TrainwreckMessage.
 */

globalThis.TrainwreckMessage = (() => {
  "use strict"

  const { SPACE, isLetterOrDigit, stripped } = TrainwreckCharacters
  const { folded } = TrainwreckStream

  const WORDS = new RegExp(`[^${SPACE}]+`, "g")
  const GAPS = Object.fromEntries(Object.entries(TrainwreckRules.gaps).map(([mark, gap]) => {
    return [mark, { ...gap, holds: gap.holds && new RegExp(`^(?:${gap.holds})$`, "u") }]
  }))
  const ANY = GAPS["<*>"]
  const NUMBER = GAPS["<#>"]
  const LINE_END = "\n"
  // Gaps, and versions, which stand for any number.
  const PART = new RegExp(TrainwreckRules.part, "u")
  const OPENS = new RegExp(`^${TrainwreckRules.part}`, "u")

  /* A message as a catalog gives it, ready to be looked for. */
  class Template {
    constructor(text) {
      this.text = text
      this.pieces = []
      this.gaps = []
      let pending = null
      const written = stripped(text)
      for (const [index, part] of written.split(PART).entries()) {
        if (index % 2) {
          const gap = GAPS[stripped(part) || LINE_END] ?? NUMBER
          pending = pending && pending.reach > gap.reach ? pending : gap
          continue
        }
        const piece = (folded(part).match(WORDS) ?? []).join("")
        if (!piece) continue
        if (this.pieces.length) this.gaps.push(pending ?? ANY)
        this.pieces.push(piece)
        pending = null
      }
      this.openStart = OPENS.test(written)
      this.openEnd = pending !== null
      this.isOneLine = !this.gaps.some(gap => gap.ends)
      this.weight = [...this.pieces.join("")].filter(
        character => isLetterOrDigit(character.charCodeAt(0)),
      ).length
      this.isWholeLine = this.weight < TrainwreckRules.anywhere
      this.anchor = this.pieces.reduce((best, piece) => (piece.length > best.length ? piece : best), "")
      this.span =
        this.pieces.reduce((sum, piece) => sum + piece.length, 0) +
        this.gaps.reduce((sum, gap) => sum + gap.reach, 0)
    }

    /* Start and end of each match, none in another; `anchors` are where the longest piece stands,
     * ascending. */
    matches(stream, anchors) {
      const found = []
      let done = 0
      for (const anchor of anchors) {
        if (anchor < done) continue
        const line = stream.logicalLineOf(anchor)
        const [first, end] = this.isOneLine
          ? [stream.logicalStarts[line], stream.endOfLogicalLine(line)]
          : [0, stream.length]
        const low = Math.max(done, anchor - this.span, first)
        const high = Math.min(end, anchor + this.span)
        const match = this.firstMatch(stream, low, high)
        if (!match) continue
        found.push(match)
        done = match[1]
      }
      return found
    }

    firstMatch(stream, low, high) {
      const window = stream.text.slice(low, high)
      // Ends that can be reached after each piece, ascending, with the start that leads there. The
      // latest one before a piece bridges the smallest gap, so it alone need be tried.
      let reached = []
      for (const [index, piece] of this.pieces.entries()) {
        const following = []
        let before = 0
        let latest = null
        let position = window.indexOf(piece)
        while (position >= 0) {
          const end = position + piece.length
          if (index === 0) {
            if (this.openStart || stream.beginsWord(low + position)) following.push([end, position])
          } else {
            const gap = this.gaps[index - 1]
            const limit = gap.ends ? stream.lineStart(low + position) - low : position
            while (before < reached.length && reached[before][0] <= limit) {
              latest = reached[before]
              before += 1
            }
            // What begins a line begins a word, as the first piece does.
            const begins = !gap.ends || stream.beginsWord(low + position)
            if (latest && begins && bridges(gap, window, latest[0], position)) {
              following.push([end, latest[1]])
            }
          }
          position = window.indexOf(piece, position + 1)
        }
        reached = following
        if (!reached.length) return null
      }
      for (const [end, start] of reached) {
        const ends = this.isWholeLine
          ? stream.isWholeLine(low + start, low + end)
          : this.openEnd || stream.beginsWord(low + end)
        if (ends) return [low + start, low + end]
      }
      return null
    }
  }

  function bridges(gap, window, end, position) {
    if (position - end > gap.reach) return false
    const text = window.slice(end, position)
    const ends = text.split(LINE_END).length - 1
    if (gap.ends) return ends <= gap.ends
    return !ends && (!gap.holds || gap.holds.test(text))
  }

  return { Template }
})()
