/**
 * Messages without the exception that they begin with, as somebody may paste a line: what
 * trainwreck/matching/bare_messages.py says.
 */

import data from "#data/matching.json" with { type: "json" }

import { compiled, compiledAtStart } from "../common/patterns.js"
import { lengthOf, stripped } from "./characters.js"
import { Matcher } from "./matcher.js"
import { lines } from "./normalizer.js"
import { Template } from "./templates.js"

/** @import { MatchedEntry } from "../common/types.js" */
/** @import { Occurrence } from "./matcher.js" */
/** @import { Stream } from "./stream.js" */

const { most_lines: MOST_LINES, longest: LONGEST, open: OPEN } = data.bare
const EXCEPTION = compiledAtStart(data.bare.exception)
const FAILURE = compiled(data.bare.failure)
const KINDS = data.bare.kinds.map(({ least, pattern }) => ({ least, pattern: compiledAtStart(pattern) }))

/**
 * Return a message without its exception.
 *
 * @param {string} text A message of an entry.
 * @returns {string | null} The rest; null where it has no exception, or says too little without.
 */
export function withoutException(text) {
  const rest = restOf(text)
  if (rest === null) return null
  const { weight, openStart } = new Template(rest)
  const least = KINDS.find(({ pattern }) => pattern.test(text))?.least ?? Infinity
  return weight < (openStart ? Math.max(least, OPEN) : least) ? null : rest
}

/**
 * Tell whether a log may be a line or a few that somebody copied.
 *
 * @param {string} text The log.
 * @returns {boolean} Whether it is as short.
 */
export function isShort(text) {
  if (text.length > 2 * LONGEST || lengthOf(text) > LONGEST) return false
  return text.split("\n").filter(stripped).length <= MOST_LINES
}

/**
 * Return the lines of a log that speak of an error.
 *
 * @param {string} text The log.
 * @returns {string[]} The lines without their prefixes.
 */
export function tellingLines(text) {
  return lines(text).map(line => stripped(line.text)).filter(line => FAILURE.test(line))
}

/** Knows the messages of all entries, those that begin with an exception also without it. */
export class BareMatcher extends Matcher {
  /** @param {MatchedEntry[]} entries The entries. */
  constructor(entries) {
    const rest = entries.map(bare)
    super([...entries, ...rest])
    const count = rest.reduce((sum, { messages, unless }) => sum + messages.length + unless.length, 0)
    this.firstBare = this.messages.length - count
  }

  /**
   * Find messages. Without its exception one has to begin a line, or to follow a word in place of its
   * first placeholder.
   *
   * @param {Stream} stream What a log says.
   * @returns {Occurrence[]} Where messages are, from top to bottom.
   */
  findIn(stream) {
    return super.findIn(stream).filter(({ start, message, index }) => {
      if (index < this.firstBare) return true
      const begin = stream.logicalStarts[stream.logicalLineOf(start)]
      if (!message.template.openStart) return begin === start
      return !stream.breaks.subarray(begin + 1, start).includes(1)
    })
  }
}

/**
 * @param {MatchedEntry} entry
 * @returns {MatchedEntry}
 */
function bare(entry) {
  return {
    ...entry,
    messages: rests(entry.messages, withoutException),
    secondary: rests(entry.secondary, withoutException),
    unless: rests(entry.unless, restOf),
    telltales: [],
  }
}

/**
 * @param {string[]} texts
 * @param {(text: string) => string | null} restOfOne
 */
function rests(texts, restOfOne) {
  return texts.map(restOfOne).filter(rest => rest !== null)
}

/** @param {string} text */
function restOf(text) {
  const found = EXCEPTION.exec(text)
  return found && text.slice(found[0].length)
}
