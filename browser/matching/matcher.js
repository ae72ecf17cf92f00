/** Finds the messages of a catalog in a part of a log, as trainwreck/matching/matcher.py does. */

import { Anchors } from "./anchors.js"
import { Stream } from "./stream.js"
import { Template } from "./templates.js"

/** @import { MatchedEntry } from "../common/types.js" */
/** @import { Line } from "./normalizer.js" */

/**
 * @typedef {object} Message A message of an entry.
 * @property {string} entry The entry's id.
 * @property {Template} template
 * @property {"message" | "exception" | "telltale"} purpose What a line that it matches says: that it is
 *   the entry's; that it is not; that it selects the entry where the log has a message of the one that
 *   the entry narrows.
 * @property {boolean} isSecondary Whether the line only reports that something else failed.
 *
 * @typedef {object} Span Where a message is in a stream.
 * @property {number} start
 * @property {number} end
 * @property {Message} message
 * @property {number} index The message's index.
 *
 * @typedef {object} Occurrence Where a message is in a log.
 * @property {number} start
 * @property {Message} message
 * @property {number} index The message's index.
 * @property {Line[]} lines The lines that contain it.
 * @property {() => number} column Returns its column in the first of them.
 */

/** Knows the messages of all entries. */
export class Matcher {
  /** @param {MatchedEntry[]} entries The entries. */
  constructor(entries) {
    this.messages = entries.flatMap(entry => [
      ...entry.messages.map(text => message(entry, text, "message")),
      ...entry.unless.map(text => message(entry, text, "exception")),
      ...entry.telltales.map(text => message(entry, text, "telltale")),
    ])
    this.anchors = new Anchors(this.messages
      .map(({ template }, index) => ({ text: template.anchor, message: index }))
      .filter(({ text }) => text))
  }

  /**
   * Find messages, without a judgment of what they mean together.
   *
   * @param {string} text A log or a part of it that begins with a line.
   * @param {number} [first] Number of its first line.
   * @returns {Occurrence[]} Where messages are, from top to bottom. Of two entries' messages on the
   *   same text the one with less fixed text is left out.
   */
  find(text, first = 1) {
    return this.findIn(new Stream(text, first))
  }

  /**
   * Find messages in a normalized text, as `find()` does.
   *
   * @param {Stream} stream What a log says.
   * @returns {Occurrence[]} Where messages are, from top to bottom.
   */
  findIn(stream) {
    const anchors = this.anchors.search(stream)
    /** @type {Span[]} */
    const spans = []
    for (const [index, positions] of [...anchors].sort(([a], [b]) => a - b)) {
      for (const [start, end] of this.messages[index].template.matches(stream, positions)) {
        spans.push({ start, end, message: this.messages[index], index })
      }
    }
    return strongest(withoutExceptions(stream, spans), stream).map(({ start, end, message, index }) => ({
      start,
      message,
      index,
      lines: stream.linesBetween(start, end),
      // Only a few are shown, and to find it takes as long as the line is.
      column: () => stream.columnOf(start),
    }))
  }
}

/**
 * @param {MatchedEntry} entry
 * @param {string} text
 * @param {Message["purpose"]} purpose
 * @returns {Message}
 */
function message(entry, text, purpose) {
  const isSecondary = purpose === "message" && entry.secondary.includes(text)
  return { entry: entry.id, template: new Template(text), purpose, isSecondary }
}

/**
 * Leave out the messages that share a line with an exception to them.
 *
 * @param {Stream} stream
 * @param {Span[]} spans
 */
function withoutExceptions(stream, spans) {
  const exceptions = spans.filter(({ message }) => message.purpose === "exception")
  const excluded = new Set(exceptions.flatMap(span => placesOf(span, stream)))
  return spans.filter(span => {
    if (span.message.purpose === "exception") return false
    return !excluded.size || !placesOf(span, stream).some(place => excluded.has(place))
  })
}

/**
 * Return the logical lines of a span, each with the entry.
 *
 * @param {Span} span
 * @param {Stream} stream
 */
function placesOf({ start, end, message }, stream) {
  const places = []
  const last = stream.logicalLineOf(end - 1)
  for (let line = stream.logicalLineOf(start); line <= last; line += 1) {
    places.push(`${line} ${message.entry}`)
  }
  return places
}

/**
 * Leave out each span that lies within another entry's span with more fixed text.
 *
 * @param {Span[]} spans
 * @param {Stream} stream
 */
function strongest(spans, stream) {
  // What may cover a span comes before it: by start, then the longest, then the heaviest.
  spans.sort((a, b) => a.start - b.start || b.end - a.end || weightOf(b) - weightOf(a))
  /** @type {Span[]} */
  const kept = []
  /** @type {Span[]} */
  let open = []
  for (const span of spans) {
    open = open.filter(other => other.end > span.start)
    if (open.some(other => covers(other, span, stream))) continue
    kept.push(span)
    open.push(span)
  }
  return kept
}

/**
 * @param {Span} other
 * @param {Span} span
 * @param {Stream} stream
 */
function covers(other, span, stream) {
  // A telltale says nothing without the message that it may lie on.
  if ([other, span].some(({ message }) => message.purpose === "telltale")) return false
  const isStronger = other.message.entry !== span.message.entry && weightOf(other) > weightOf(span)
  if (!isStronger || other.end < span.end) return false
  // The lines between two of a message say something else.
  const lineOf = (/** @type {number} */ position) => stream.logicalLineOf(position)
  if (!other.message.template.hasTwoLines || lineOf(span.start) === lineOf(other.start)) return true
  return lineOf(span.end - 1) === lineOf(other.end - 1)
}

/** @param {Span} span */
function weightOf({ message }) {
  return message.template.weight
}
