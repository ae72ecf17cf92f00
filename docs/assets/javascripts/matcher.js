/* Finds the messages of a catalog in a log and ranks what was found.
 *
 * The same algorithm as trainwreck/noise.py, message.py, matching.py and diagnosis.py, with the same
 * results; tests/vectors.json holds the two together. A classic script, so that a page, a worker and
 * a page opened from the disk can all load it. It defines one global, TrainwreckMatcher.
 *
 * Time grows with the text and not with the number of entries: the text without its noise is hashed
 * once, gram by gram, and only where the rarest gram of a message stands is that message tried.
 */

globalThis.TrainwreckMatcher = (() => {
  "use strict"

  /* ---- What differs between Python's text and JavaScript's ---------------------------------- */

  // White space as Python's str.split() has it; \s lacks some of it and holds U+FEFF.
  const SPACE =
    "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000"
  const DIGIT = "\\p{Nd}"
  const WORD = "\\p{L}\\p{N}_"
  const OTHER_SPACE = new RegExp(`[${SPACE}]`)
  const WORDS = new RegExp(`[^${SPACE}]+`, "g")
  const FIRST_WORD = new RegExp(`[^${SPACE}]+`)
  const IS_DIGIT = /^\p{Nd}$/u
  const LETTER_OR_DIGIT = /^[\p{L}\p{N}]$/u
  const ASTRAL = /[\u{10000}-\u{10ffff}]/gu
  const HAS_SURROGATE = /[\ud800-\udfff]/

  function isSpace(code) {
    if (code < 128) return FOLDED[code] === 0
    return OTHER_SPACE.test(String.fromCharCode(code))
  }

  function isLetterOrDigit(code) {
    if (code < 128) {
      return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90)
    }
    return LETTER_OR_DIGIT.test(String.fromCharCode(code))
  }

  // Reach is counted in characters, so each takes one place: a digit or letter beyond U+FFFF becomes
  // a digit or letter of a rare script, anything else a character of the private use area.
  function standIn(character) {
    const code = character.codePointAt(0)
    if (IS_DIGIT.test(character)) return String.fromCharCode(0xa8d0 + (code % 10))
    return LETTER_OR_DIGIT.test(character)
      ? String.fromCharCode(0xa000 + (code % 1_165))
      : String.fromCharCode(0xe000 + (code % 6_400))
  }

  /** Number of characters of `text`, as Python counts them. */
  function lengthOf(text) {
    if (!HAS_SURROGATE.test(text)) return text.length
    let count = 0
    for (const _ of text) count += 1
    return count
  }

  function endOfText(text) {
    let end = text.length
    while (end && isSpace(text.charCodeAt(end - 1))) end -= 1
    return end
  }

  function startOfText(text) {
    let start = 0
    while (start < text.length && isSpace(text.charCodeAt(start))) start += 1
    return start
  }

  /* ---- Noise: what a log says without it ----------------------------------------------------- */

  const END = 10
  // Per ASCII character what a stream holds in its place; 0 for white space.
  const FOLDED = new Uint8Array(128)
  for (let code = 0; code < 128; code += 1) {
    const blank = (code >= 9 && code <= 13) || (code >= 28 && code <= 32)
    const quote = code === 34 || code === 96
    const capital = code >= 65 && code <= 90
    FOLDED[code] = blank ? 0 : quote ? 39 : capital ? code + 32 : code
  }

  const QUOTES = /["`\u00b4\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb]/g
  const UNSEEN = /[\u200b\ufeff]/g
  const NOT_ASCII = /[^\x00-\x7f]/
  const MAY_ESCAPE = /[\x1b\x00]/
  const ESCAPE =
    /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]{0,999}(?:\x07|\x1b\\)|[@-Z\\^_`-~])|\x00/gu
  const BOX_START = new RegExp(`^[${SPACE}|│┃║╎┆]*[│┃║] ?`)
  const BOX_BAR = /[│┃║]/
  const BOX_LINE = /[╭╮╰╯┌┐└┘├┤─━═╔╗╚╝]+/g
  const d = DIGIT
  const TIME = new RegExp(
    `[\\[(]?(?:${d}{4}[-/.]${d}${d}[-/.]${d}${d}(?:[T ,_]+${d}${d}:${d}${d}(?::${d}${d})?)?` +
      `|${d}${d}?[-/]${d}${d}?[-/]${d}{2,4}[ T,]+${d}${d}:${d}${d}(?::${d}${d})?` +
      `|[A-Z][a-z]{2} {1,2}${d}${d}? ${d}${d}:${d}${d}:${d}${d}(?: ${d}{4})?` +
      `|${d}${d}:${d}${d}:${d}${d})(?:[.,]${d}+)?(?: ?(?:Z|UTC|[AP]M|[+\\-]${d}${d}:?${d}${d}))?` +
      `[\\])]?[:,]?(?: -)?[${SPACE}]+`,
    "uy",
  )
  // In turn: PyTorch and torchrun, the same as a word, srun --label, mpirun --tag-output, NCCL, Ray.
  const RANK = new RegExp(
    `\\[(?:default|rank)(${d}{1,6})\\]:?[${SPACE}]*` +
      `|\\[?[Rr]ank[ _:]?(${d}{1,6})(?:\\]:?|:)[${SPACE}]*` +
      `|\\[?(${d}{1,6})(?:\\]:?|:)[${SPACE}]+` +
      `|\\[${d}{1,6},(${d}{1,6})\\]<std(?:out|err)>:[${SPACE}]*` +
      `|([${WORD}.\\-]{1,64}:${d}{2,8}):${d}{2,8} \\[${d}{1,3}\\][${SPACE}]+` +
      `|\\([${WORD}.:\\-]{1,64} pid=(${d}{1,8})[^()\\n]{0,80}\\)[${SPACE}]+`,
    "uy",
  )
  const RANK_WITHIN = new RegExp(`\\[rank(${d}{1,6})\\]:`, "ug")
  const QUOTED = /E {2,}|>+ /y
  const PREFIXES = 6
  const SHORTEST_FULL_LINE = 60
  const LONGEST_LOGICAL_LINE = 8_000

  const DECODER = new TextDecoder("utf-16le", { ignoreBOM: true })

  function folded(text) {
    if (!NOT_ASCII.test(text)) return text.toLowerCase().replace(QUOTES, "'")
    return text.replace(QUOTES, "'").replace(UNSEEN, "").toLowerCase().replace(ASTRAL, standIn)
  }

  function at(pattern, text, position) {
    pattern.lastIndex = position
    return pattern.exec(text)
  }

  function withoutBox(raw) {
    let text = raw.replace(BOX_START, "")
    // A bar at the end, found from there: a search forward would look at each run of spaces again
    // for each of its characters.
    let end = endOfText(text)
    if (end && BOX_BAR.test(text[end - 1])) {
      end -= 1
      while (end && text.charCodeAt(end - 1) === 32) end -= 1
      text = text.slice(0, end)
    }
    return text.replace(BOX_LINE, "")
  }

  /* A physical line: its number from 1, raw without escape codes, text without prefixes and boxes,
   * the rank, host or process of its prefix or null, and whether the prefix holds a time. */
  function readLine(number, raw, ascii) {
    let text = ascii || !NOT_ASCII.test(raw) ? raw : withoutBox(raw)
    let position = startOfText(text)
    let source = null
    let ranked = false
    let timed = false
    for (let count = 0; count < PREFIXES; count += 1) {
      let match = at(TIME, text, position)
      if (match) {
        timed = true
      } else if ((match = at(RANK, text, position))) {
        const other = match[3] ?? match[4] ?? match[5] ?? match[6]
        const named = match[1] ?? match[2] ?? null
        ranked ||= named !== null
        source = named ?? source ?? other
      } else if (!(match = at(QUOTED, text, position))) {
        break
      }
      position += match[0].length
    }
    if (!ranked && text.indexOf("[rank", position) >= 0) {
      source = at(RANK_WITHIN, text, position)?.[1] ?? source
    }
    if (position) text = text.slice(position)
    return { number, raw, text, source, timed }
  }

  function readLines(text, first, ascii) {
    const lines = []
    const mayEscape = MAY_ESCAPE.test(text)
    const mayReturn = text.includes("\r")
    // Several times as fast as to look for one end of a line after the other.
    for (const [index, physical] of text.split("\n").entries()) {
      const number = first + index
      let plain = physical
      if (mayEscape) plain = plain.replace(ESCAPE, "")
      if (mayReturn && plain.includes("\r")) {
        // What a carriage return would overwrite is a line of its own.
        let last = plain.length
        while (last && plain.charCodeAt(last - 1) === 13) last -= 1
        for (const part of plain.slice(0, last).split("\r")) {
          lines.push(readLine(number, part, ascii))
        }
      } else {
        lines.push(readLine(number, plain, ascii))
      }
    }
    return lines
  }

  /* Joins the lines that one rank printed as one and something else wrapped. */
  function logicalLines(lines) {
    const unfinished = new Map()
    const logical = []
    let latest = null
    for (const line of lines) {
      if (startOfText(line.text) === line.text.length) continue
      // Some write their prefix in front of the first line only.
      const before = line.source !== null || !latest ? unfinished.get(line.source) : latest
      if (before && !line.timed && goesOn(before, line)) {
        before.lines.push(line)
        before.length += lengthOf(line.raw)
        latest = before
      } else {
        latest = { lines: [line], length: lengthOf(line.raw) }
        unfinished.set(line.source, latest)
        logical.push(latest)
      }
    }
    return logical
  }

  /* By their lengths alone: both fit a width into which the first word would not have fitted too. */
  function goesOn(before, line) {
    const previous = before.lines[before.lines.length - 1].raw
    const full = lengthOf(previous.slice(0, endOfText(previous)))
    if (full < SHORTEST_FULL_LINE || before.length > LONGEST_LOGICAL_LINE) return false
    const own = lengthOf(line.raw.slice(0, endOfText(line.raw)))
    // Most lines are decided without their first word.
    if (own < full + 2) return true
    return own < full + 1 + lengthOf(line.text.match(FIRST_WORD)[0])
  }

  /* The text of a log without white space, quotes all alike, letters small, as character codes;
   * each logical line ends with END. No message reaches over an END. */
  class Stream {
    constructor(text, first) {
      const ascii = !NOT_ASCII.test(text)
      const logical = logicalLines(readLines(text, first, ascii))
      this.lines = []
      this.starts = []
      this.logicalStarts = []
      for (const { lines } of logical) this.lines.push(...lines)
      const size = this.lines.reduce((sum, line) => sum + line.text.length, logical.length)
      // Small letters can be longer than capital ones.
      this.codes = new Uint16Array(ascii ? size : 2 * size)
      this.breaks = new Uint8Array(this.codes.length + 1)
      this.length = 0
      for (const { lines } of logical) {
        this.logicalStarts.push(this.length)
        for (const line of lines) this.append(line.text)
        this.codes[this.length] = END
        this.length += 1
      }
    }

    /** The same as a string, made only where something may have been found. */
    get text() {
      this.decoded ??= DECODER.decode(this.codes.subarray(0, this.length))
      return this.decoded
    }

    append(text) {
      this.starts.push(this.length)
      const said = NOT_ASCII.test(text) ? folded(text) : text
      const { codes, breaks } = this
      let position = this.length
      let apart = true
      for (let index = 0; index < said.length; index += 1) {
        const code = said.charCodeAt(index)
        const place = code < 128 ? FOLDED[code] : isSpace(code) ? 0 : code
        if (place === 0) {
          apart = true
          continue
        }
        if (apart) breaks[position] = 1
        apart = false
        codes[position] = place
        position += 1
      }
      this.length = position
    }

    holds(piece, position) {
      if (position < 0 || position + piece.length > this.length) return false
      for (let index = 0; index < piece.length; index += 1) {
        if (this.codes[position + index] !== piece.charCodeAt(index)) return false
      }
      return true
    }

    /** Where in its line, from 0, the character at `position` stands. */
    columnOf(position) {
      const at = lastUpTo(this.starts, position)
      const { raw, text } = this.lines[at]
      const column = lengthOf(raw) - lengthOf(text)
      let left = position - this.starts[at]
      let place = 0
      for (const character of text) {
        if (!isSpace(character.charCodeAt(0))) {
          if (left === 0) return column + place
          left -= 1
        }
        place += 1
      }
      return column
    }

    linesBetween(start, end) {
      const first = lastUpTo(this.starts, start)
      const last = lastUpTo(this.starts, Math.max(start, end - 1))
      return this.lines.slice(first, last + 1)
    }

    logicalLineOf(position) {
      return lastUpTo(this.logicalStarts, position)
    }

    endOfLogicalLine(index) {
      const next = this.logicalStarts[index + 1]
      return (next === undefined ? this.length : next) - 1
    }

    /** Whether no word reaches over `position`. */
    beginsWord(position) {
      if (position === 0 || position >= this.length || this.breaks[position]) return true
      const { codes } = this
      return !(isLetterOrDigit(codes[position]) && isLetterOrDigit(codes[position - 1]))
    }
  }

  /* Index of the last of the ascending `numbers` that is not above `limit`. */
  function lastUpTo(numbers, limit) {
    let low = 0
    let high = numbers.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (numbers[middle] <= limit) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  /* ---- Messages ------------------------------------------------------------------------------ */

  const ANY = { reach: 400 }
  const GAPS = {
    "<*>": ANY,
    "<~>": { reach: 24 },
    "<#>": { reach: 20, holds: new RegExp(`^[${d}.,:/%+e\\-]*${d}[${d}.,:/%+e\\-]*$`, "u") },
    "<=>": { reach: 16, holds: /^(?:[^0-9a-z]|tensor\()*$/u },
  }
  // Gaps, and versions, which stand for any number.
  const PART = new RegExp(`(<\\*>|<~>|<#>|<=>|${d}+(?:\\.${d}+){2,})`, "u")
  const OPENS = new RegExp(`^[${SPACE}]*${PART.source}`, "u")

  class Template {
    constructor(text) {
      this.text = text
      this.pieces = []
      this.gaps = []
      let pending = null
      for (const [index, part] of text.split(PART).entries()) {
        if (index % 2) {
          const gap = GAPS[part] ?? GAPS["<#>"]
          pending = pending && pending.reach > gap.reach ? pending : gap
          continue
        }
        const piece = (folded(part).match(WORDS) ?? []).join("")
        if (!piece) continue
        if (this.pieces.length) this.gaps.push(pending ?? ANY)
        this.pieces.push(piece)
        pending = null
      }
      this.openStart = OPENS.test(text)
      this.openEnd = pending !== null
      this.weight = [...this.pieces.join("")].filter(
        character => isLetterOrDigit(character.charCodeAt(0)),
      ).length
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
        const low = Math.max(done, anchor - this.span, stream.logicalStarts[line])
        const high = Math.min(stream.endOfLogicalLine(line), anchor + this.span)
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
            while (before < reached.length && reached[before][0] <= position) {
              latest = reached[before]
              before += 1
            }
            if (latest && bridges(this.gaps[index - 1], window, latest[0], position)) {
              following.push([end, latest[1]])
            }
          }
          position = window.indexOf(piece, position + 1)
        }
        reached = following
        if (!reached.length) return null
      }
      for (const [end, start] of reached) {
        if (this.openEnd || stream.beginsWord(low + end)) return [low + start, low + end]
      }
      return null
    }
  }

  function bridges(gap, window, end, position) {
    if (position - end > gap.reach) return false
    return !gap.holds || gap.holds.test(window.slice(end, position))
  }

  /* ---- Which messages may stand where -------------------------------------------------------- */

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

  /* ---- Diagnosis ----------------------------------------------------------------------------- */

  const BLOCK = 1 << 20
  const OVERLAP = 1 << 14
  const SHOWN_LINES = 5
  const SHOWN_LENGTH = 300
  const SPECIFIC = 24
  const VAGUE = 12
  const DECIMAL = /^\d+$/

  class Matcher {
    /**
     * @param {object[]} entries Entries of the compiled catalog: of each `id`, `messages`, `unless`
     *   and `caused_by` are read.
     */
    constructor(entries) {
      this.messages = entries.flatMap(entry => [
        ...entry.messages.map(text => message(entry, text, false)),
        ...entry.unless.map(text => message(entry, text, true)),
      ])
      this.roots = rootsOf(entries)
      this.anchors = new Anchors(this.messages
        .map(({ template }, index) => ({ text: template.anchor, message: index }))
        .filter(({ text }) => text))
    }

    /**
     * Tells of which errors each may be the echo.
     *
     * @param {object[]} entries Entries of the compiled catalog: `id` and `caused_by` are read.
     * @returns {Map<string, Set<string>>} For each id those that lead to it, at any distance.
     */
    static roots(entries) {
      return rootsOf(entries)
    }

    /**
     * Reads lines as a diagnosis does.
     *
     * @param {string} text A log or a part of one.
     * @returns {{number: number, raw: string, text: string}[]} Each line: `raw` without escape codes,
     *   `text` also without prefixes and boxes.
     */
    static lines(text) {
      return readLines(text, 1, !NOT_ASCII.test(text))
    }

    /**
     * Reads a message.
     *
     * @param {string} text The message as an entry gives it.
     * @returns {{pieces: string[], gaps: {reach: number}[], weight: number}} Its fixed text, folded,
     *   what stands between, and how many letters and digits of fixed text it has.
     */
    static template(text) {
      return new Template(text)
    }

    /**
     * Diagnoses a whole log.
     *
     * @param {string} text The log.
     * @returns {object[]} As `Reading.matches()`.
     */
    diagnose(text) {
      const reading = this.read()
      reading.add(text)
      return reading.finish()
    }

    /**
     * Begins to read a log in pieces.
     *
     * @returns {Reading} Takes the pieces and knows what was found.
     */
    read() {
      return new Reading(this)
    }

    /* Where messages stand in `text`, a part of a log of which the first line has number `first`,
     * from top to bottom. Of two entries' messages on the same text the weaker is left out. */
    find(text, first) {
      const stream = new Stream(text, first)
      const anchors = this.anchors.search(stream)
      const spans = []
      for (const index of [...anchors.keys()].sort((a, b) => a - b)) {
        const { template } = this.messages[index]
        for (const [start, end] of template.matches(stream, anchors.get(index))) {
          spans.push({ start, end, message: this.messages[index], index })
        }
      }
      return strongest(withoutExceptions(stream, spans)).map(({ start, end, message, index }) => ({
        start,
        message,
        index,
        lines: stream.linesBetween(start, end),
        // Only a few are shown, and to find it takes as long as the line is.
        column: () => stream.columnOf(start),
      }))
    }
  }

  function message(entry, text, isException) {
    return { entry: entry.id, template: new Template(text), isException }
  }

  function rootsOf(entries) {
    const causes = new Map(entries.map(entry => [entry.id, entry.caused_by]))
    return new Map(entries.map(entry => {
      const todo = [...entry.caused_by]
      const seen = new Set()
      while (todo.length) {
        const cause = todo.pop()
        if (seen.has(cause) || !causes.has(cause)) continue
        seen.add(cause)
        todo.push(...causes.get(cause))
      }
      seen.delete(entry.id)
      return [entry.id, seen]
    }))
  }

  /* Leaves out the messages that share a line with an exception to them. */
  function withoutExceptions(stream, spans) {
    const excluded = new Set()
    const place = ({ start, message }) => `${stream.logicalLineOf(start)} ${message.entry}`
    for (const span of spans) {
      if (span.message.isException) excluded.add(place(span))
    }
    return spans.filter(span => {
      return !span.message.isException && !(excluded.size && excluded.has(place(span)))
    })
  }

  /* Leaves out each span that lies within another entry's span with more fixed text. */
  function strongest(spans) {
    const weight = span => span.message.template.weight
    // What may cover a span comes before it: by start, then the longest, then the heaviest.
    spans.sort((a, b) => a.start - b.start || b.end - a.end || weight(b) - weight(a))
    const kept = []
    let open = []
    for (const span of spans) {
      open = open.filter(other => other.end > span.start)
      const isCovered = open.some(other => {
        const stronger = other.message.entry !== span.message.entry && weight(other) > weight(span)
        return stronger && other.end >= span.end
      })
      if (isCovered) continue
      kept.push(span)
      open.push(span)
    }
    return kept
  }

  /** A log while it is read. Memory does not grow with the log. */
  class Reading {
    constructor(matcher) {
      this.matcher = matcher
      this.waiting = ""
      this.offset = 0
      this.line = 1
      this.recent = new Set()
      this.sightings = new Map()
      /** Lines read. */
      this.lineCount = 0
    }

    /**
     * Reads on.
     *
     * @param {string} piece The next part of the log, of any length. A piece of 256 KiB takes a few
     *   milliseconds; between two of them a caller may show progress, or stop for good.
     */
    add(piece) {
      let text = this.waiting + piece
      while (text.length >= BLOCK) {
        // A whole number of lines, where they are not very long: the rest of a word matters.
        const newline = text.lastIndexOf("\n", BLOCK - 1)
        const end = newline >= BLOCK - OVERLAP ? newline + 1 : characterStart(text, BLOCK)
        const next = text.indexOf("\n", end - OVERLAP) + 1
        const cut = next && next < end ? next : characterStart(text, end - OVERLAP)
        this.take(text.slice(0, end), cut)
        text = text.slice(cut)
      }
      this.waiting = text
    }

    /**
     * Ends the log.
     *
     * @returns {object[]} As `matches()`.
     */
    finish() {
      if (this.waiting) this.take(this.waiting, this.waiting.length)
      this.lineCount = this.line - 1
      if (this.waiting && !this.waiting.endsWith("\n")) this.lineCount += 1
      this.waiting = ""
      return this.matches()
    }

    /* Looks at a block of which the part from `cut` on is seen again, so that no message is cut. */
    take(block, cut) {
      const before = this.recent
      this.recent = new Set()
      for (const found of this.matcher.find(block, this.line)) {
        const key = `${found.index} ${found.lines[0].number}`
        if (!before.has(key) && !this.recent.has(key)) this.note(found)
        this.recent.add(key)
      }
      this.line += block.slice(0, cut).split("\n").length - 1
      this.offset += cut
      this.lineCount = this.line - 1
    }

    note({ start, message, lines, column }) {
      const place = [lines[0].number, this.offset + start]
      let seen = this.sightings.get(message.entry)
      if (!seen) {
        seen = { first: place, weight: 0, message: "" }
        Object.assign(seen, { numbers: new Set(), lines: new Map(), sources: new Set() })
        this.sightings.set(message.entry, seen)
      }
      seen.numbers.add(lines[0].number)
      if (comparePlaces(place, seen.first) < 0) seen.first = place
      if (message.template.weight > seen.weight) {
        seen.weight = message.template.weight
        seen.message = message.template.text
      }
      for (const line of lines) {
        if (line.source !== null) seen.sources.add(line.source)
        if (seen.lines.size < SHOWN_LINES && !seen.lines.has(line.number)) {
          seen.lines.set(line.number, excerpt(line.raw, column))
        }
      }
    }

    /**
     * What was found so far: the causes, then their echoes, among each the surest first.
     *
     * @returns {{id: string, role: "cause"|"echo", caused_by: string[], message: string,
     *   weight: number, confidence: "certain"|"likely"|"possible", reason: string, count: number,
     *   lines: {number: number, text: string}[], ranks: string[]}[]} The fields as
     *   `trainwreck diagnose --format json` has them; `weight` counts the letters of fixed text in
     *   `message`; `lines` are the first five.
     */
    matches() {
      const found = [...this.sightings].map(([id, seen]) => {
        const roots = this.matcher.roots.get(id)
        return { id, seen, causes: [...this.sightings.keys()].filter(cause => roots.has(cause)) }
      })
      const isEcho = match => Number(match.causes.length > 0)
      const isVague = match => Number(match.seen.weight < SPECIFIC)
      found.sort((a, b) =>
        isEcho(a) - isEcho(b) ||
        isVague(a) - isVague(b) ||
        comparePlaces(a.seen.first, b.seen.first) ||
        b.seen.weight - a.seen.weight)
      return found.map(({ id, seen, causes }) => ({
        id,
        role: causes.length ? "echo" : "cause",
        caused_by: causes,
        message: seen.message,
        weight: seen.weight,
        confidence: confidence(seen.weight),
        reason: reason(seen.weight),
        count: seen.numbers.size,
        lines: [...seen.lines]
          .sort(([a], [b]) => a - b)
          .map(([number, text]) => ({ number, text })),
        ranks: [...seen.sources].sort(compareSources),
      }))
    }
  }

  function confidence(weight) {
    if (weight >= SPECIFIC) return "certain"
    return weight >= VAGUE ? "likely" : "possible"
  }

  function reason(weight) {
    const text = `${weight} letters of the log are the fixed text of a message of this error`
    return weight >= SPECIFIC ? text : `only ${text}`
  }

  /* Not the middle of a surrogate pair. */
  function characterStart(text, position) {
    const code = text.charCodeAt(position)
    return code >= 0xdc00 && code <= 0xdfff ? position - 1 : position
  }

  /* The line, or where it is long the part around the column that a call of `columnOf` returns. */
  function excerpt(line, columnOf) {
    const text = stripped(line)
    if (lengthOf(text) <= SHOWN_LENGTH) return text
    const characters = HAS_SURROGATE.test(line) ? [...line] : line
    const last = characters.length - SHOWN_LENGTH
    const start = Math.max(0, Math.min(columnOf() - Math.floor(SHOWN_LENGTH / 3), last))
    const part = characters.slice(start, start + SHOWN_LENGTH)
    const shown = stripped(typeof part === "string" ? part : part.join(""))
    return (start ? "… " : "") + shown + (start < last ? " …" : "")
  }

  function stripped(text) {
    return text.slice(startOfText(text), Math.max(startOfText(text), endOfText(text)))
  }

  function comparePlaces(a, b) {
    return a[0] - b[0] || a[1] - b[1]
  }

  function compareSources(a, b) {
    const numbers = [a, b].map(source => (DECIMAL.test(source) ? Number(source) : -1))
    if (numbers[0] !== numbers[1]) return numbers[0] - numbers[1]
    return numbers[0] >= 0 || a === b ? 0 : a < b ? -1 : 1
  }

  return Matcher
})()
