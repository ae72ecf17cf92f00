/* The diagnosis of a log, as in trainwreck/diagnosis.py: which entries explain it, the earliest cause
 * first. Defines TrainwreckDiagnosis.
 */

globalThis.TrainwreckDiagnosis = (() => {
  "use strict"

  const { HAS_SURROGATE, lengthOf, stripped } = TrainwreckCharacters

  const { SHOWN_LINES, SHOWN_LENGTH, SPECIFIC, VAGUE } = TrainwreckRules.diagnosis
  const DECIMAL = /^\d+$/

  /* Gathers occurrences while a log is read. Memory does not grow with the log. */
  class Collector {
    /* `roots` are, for each id, those of which it may be the consequence. */
    constructor(roots) {
      this.roots = roots
      this.recent = new Set()
      this.sightings = new Map()
    }

    /* Takes in the occurrences of a block that begins at `offset`. Blocks overlap, so that no message
     * is cut; a line counts once a message. */
    add(occurrences, offset) {
      const before = this.recent
      this.recent = new Set()
      for (const found of occurrences) {
        const key = `${found.index} ${found.lines[0].number}`
        if (!before.has(key) && !this.recent.has(key)) this.note(found, offset)
        this.recent.add(key)
      }
    }

    note({ start, message, lines, column }, offset) {
      const place = [lines[0].number, offset + start]
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

    /* What was found so far, as `Reading.matches()` returns it. */
    matches() {
      const found = [...this.sightings].map(([id, seen]) => {
        const roots = this.roots.get(id)
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
        role: causes.length ? "consequence" : "cause",
        caused_by: causes,
        message: seen.message,
        weight: seen.weight,
        confidence: confidence(seen.weight),
        reason: reason(seen),
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

  function reason({ message, weight }) {
    const said = message.split("\n").map(stripped).join(" / ")
    if (weight >= SPECIFIC) return `"${said}" stands in the log`
    return `"${said}" stands in the log, only ${weight} letters of fixed text`
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

  function comparePlaces(a, b) {
    return a[0] - b[0] || a[1] - b[1]
  }

  function compareSources(a, b) {
    const numbers = [a, b].map(source => (DECIMAL.test(source) ? Number(source) : -1))
    if (numbers[0] !== numbers[1]) return numbers[0] - numbers[1]
    return numbers[0] >= 0 || a === b ? 0 : a < b ? -1 : 1
  }

  /* For each id of `entries` those that lead to it, at any distance. */
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

  return { Collector, rootsOf }
})()
