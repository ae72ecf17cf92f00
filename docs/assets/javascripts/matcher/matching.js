/* Finds the messages of a catalog in a piece of a log, as trainwreck/matching.py does.
 * Defines TrainwreckMatching.
 */

globalThis.TrainwreckMatching = (() => {
  "use strict"

  const { Stream } = TrainwreckStream
  const { Template } = TrainwreckMessage
  const { Anchors } = TrainwreckAnchors

  /* The messages of all entries. */
  class Messages {
    constructor(entries) {
      this.messages = entries.flatMap(entry => [
        ...entry.messages.map(text => message(entry, text, false)),
        ...entry.unless.map(text => message(entry, text, true)),
      ])
      this.anchors = new Anchors(this.messages
        .map(({ template }, index) => ({ text: template.anchor, message: index }))
        .filter(({ text }) => text))
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

  /* Leaves out the messages that share a line with an exception to them. */
  function withoutExceptions(stream, spans) {
    const excluded = new Set()
    const places = ({ start, end, message }) => {
      const found = []
      const last = stream.logicalLineOf(end - 1)
      for (let line = stream.logicalLineOf(start); line <= last; line += 1) {
        found.push(`${line} ${message.entry}`)
      }
      return found
    }
    for (const span of spans) {
      if (span.message.isException) for (const place of places(span)) excluded.add(place)
    }
    return spans.filter(span => {
      if (span.message.isException) return false
      return !excluded.size || !places(span).some(place => excluded.has(place))
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

  return { Messages }
})()
