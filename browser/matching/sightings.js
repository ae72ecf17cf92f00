/** What was seen of each entry while a log was read, as trainwreck/matching/sightings.py gathers it. */

import data from "#data/matching.json" with { type: "json" }

import { SURROGATE, lengthOf, stripped } from "./characters.js"
import { FailureReader } from "./failures.js"
import { SIGNS_OF_STEPS } from "../series/metric-data.js"
import { SeriesReader } from "../series/reader.js"
import { JobFacts, nodesIn } from "./job-facts.js"
import { isHandled, isMention } from "./mentions.js"

/** @import { Evidence } from "../series/evaluation.js" */
/** @import { Message, Occurrence } from "./matcher.js" */
/** @import { Line } from "./normalizer.js" */

/**
 * @typedef {[line: number, position: number]} Place
 *
 * @typedef {object} Sighting What is known of one entry at one level.
 * @property {Place} first Line and position of the first message.
 * @property {number} weight Letters and digits of fixed text in the message that has the most of them.
 * @property {string} message That message.
 * @property {Set<number>} numbers Numbers of all lines that contain a message.
 * @property {Map<number, string>} lines The first of these lines.
 * @property {Set<string>} sources Ranks, hosts or processes that printed them.
 * @property {Set<string>} nodes Hosts that the lines name.
 * @property {Evidence | null} evidence The numbers that meet a condition of the entry.
 * @property {Set<number>} ends Numbers of the last lines of all messages.
 * @property {boolean} isHandled Whether each of the lines says how the program goes on.
 *
 * @typedef {"primary" | "secondary" | "telltale" | "numbers"} Level What a line says about the entry:
 *   the error itself; that something else failed; nothing, unless the log also has a message of the
 *   entry that this one narrows; nothing, but numbers meet a condition of the entry.
 *
 * @typedef {Partial<Record<Level, Sighting>>} Levels
 */

const { shown_lines: SHOWN_LINES, shown_length: SHOWN_LENGTH } = data.results

/** Gathers what a log contains while it is read. Memory does not grow with the log. */
export class Collector {
  #failures = new FailureReader()
  #readTo = 0
  /** @type {Set<string>} */
  #recent = new Set()

  #withMentions

  /** @param {boolean} [withMentions] Whether messages count that lines only mention, as in a question. */
  constructor(withMentions = false) {
    this.#withMentions = withMentions
    /** @type {Map<string, Levels>} What was seen of each entry, by its id. */
    this.sightings = new Map()
    /** What the log says about the job. */
    this.facts = new JobFacts()
    /** @type {SeriesReader | null} The numbers in the log; null where no line may have one. */
    this.numbers = null
  }

  /** The failures that the log reports, whichever entry explains them. */
  get failures() {
    const found = this.#failures.failures
    const { rankOf } = this.facts
    return rankOf.size ? found.map(one => ({ ...one, source: rankOf.get(one.source ?? "") ?? one.source })) : found
  }

  /**
   * Name the ranks of the processes that printed messages, as far as the log says which they are.
   */
  nameRanks() {
    const { rankOf } = this.facts
    if (!rankOf.size) return
    for (const levels of this.sightings.values())
      for (const sighting of Object.values(levels))
        sighting.sources = new Set([...sighting.sources].map(name => rankOf.get(name) ?? name))
  }

  /**
   * Read lines for failures and facts; those that were read before are left out.
   *
   * @param {Line[]} lines The lines of a block.
   */
  read(lines) {
    const last = this.#readTo
    const fresh = lines.filter(({ number }) => number > last)
    if (!fresh.length) return
    // The parts of a line that was wrapped come together, and others between them afterwards.
    fresh.sort((one, other) => one.number - other.number)
    this.#readTo = fresh[fresh.length - 1].number
    this.#failures.read(fresh)
    this.facts.read(fresh)
    this.#readNumbers(fresh)
  }

  /** @param {Line[]} lines */
  #readNumbers(lines) {
    if (!this.numbers) {
      const mayHave = ({ text = "" }) => SIGNS_OF_STEPS.some(sign => text.toLowerCase().includes(sign))
      if (!lines.some(mayHave)) return
      this.numbers = new SeriesReader()
    }
    this.numbers.read(lines)
  }

  /**
   * Add the occurrences of a block. Blocks overlap, so that no message is cut; a line counts once
   * per message. An exception that Python ignores, such as one in a destructor, ends nothing and
   * doesn't count, and neither does a message that a line only mentions.
   *
   * @param {Occurrence[]} occurrences Where messages are.
   * @param {number} offset Where in the log the block begins.
   */
  add(occurrences, offset) {
    const before = this.#recent
    this.#recent = new Set()
    for (const found of occurrences) {
      const { number } = found.lines[0]
      const key = `${found.index} ${number}`
      const isNew = !before.has(key) && !this.#recent.has(key)
      if (isNew && !this.#failures.ignores(number) && !this.#isMention(found)) this.#note(found, offset)
      this.#recent.add(key)
    }
  }

  /** @param {Occurrence} occurrence */
  #isMention({ message: { template }, lines, column }) {
    return !this.#withMentions && template.isOneLine && isMention(lines[0].raw, column())
  }

  /**
   * @param {Occurrence} occurrence
   * @param {number} offset
   */
  #note({ start, message, lines, column }, offset) {
    const { number } = lines[0]
    /** @type {Place} */
    const place = [number, offset + start]
    const sighting = this.#sightingOf(message, place)
    sighting.numbers.add(number)
    sighting.ends.add(lines[lines.length - 1].number)
    sighting.isHandled &&= isHandled(lines[0].raw, column())
    if (comparePlaces(place, sighting.first) < 0) sighting.first = place
    if (message.template.weight > sighting.weight) {
      sighting.weight = message.template.weight
      sighting.message = message.template.text
    }
    for (const line of lines) noteLine(line, column, sighting)
  }

  /**
   * @param {Message} message
   * @param {Place} first
   */
  #sightingOf(message, first) {
    let levels = this.sightings.get(message.entry)
    if (!levels) {
      levels = {}
      this.sightings.set(message.entry, levels)
    }
    return (levels[levelOf(message)] ??= { ...nothingSeen(), first, isHandled: true })
  }
}

/**
 * Return a sighting of nothing.
 *
 * @returns {Sighting} With sets of its own.
 */
export function nothingSeen() {
  return {
    first: [0, 0],
    weight: 0,
    message: "",
    numbers: new Set(),
    lines: new Map(),
    sources: new Set(),
    nodes: new Set(),
    evidence: null,
    ends: new Set(),
    isHandled: false,
  }
}

/**
 * Return what is known of two sightings.
 *
 * @param {Sighting} one What is known of an entry.
 * @param {Sighting | undefined} other What else is known of it.
 * @returns {Sighting} Both together.
 */
export function merged(one, other) {
  if (!other) return one
  const [first, second] = comparePlaces(other.first, one.first) < 0 ? [other, one] : [one, other]
  const strong = other.weight > one.weight ? other : one
  const lines = [...new Map([...first.lines, ...second.lines])].sort(([a], [b]) => a - b)
  return {
    first: first.first,
    weight: strong.weight,
    message: strong.message,
    numbers: new Set([...one.numbers, ...other.numbers]),
    lines: new Map(lines.slice(0, SHOWN_LINES)),
    sources: new Set([...one.sources, ...other.sources]),
    nodes: new Set([...one.nodes, ...other.nodes]),
    evidence: one.evidence ?? other.evidence,
    ends: new Set([...one.ends, ...other.ends]),
    isHandled: one.isHandled && other.isHandled,
  }
}

/**
 * Compare places in a log.
 *
 * @param {Place} a A place.
 * @param {Place} b Another one.
 * @returns {number} Below, equal or above 0, as for a sort.
 */
export function comparePlaces(a, b) {
  return a[0] - b[0] || a[1] - b[1]
}

/**
 * @param {Message} message
 * @returns {Level}
 */
function levelOf({ purpose, isSecondary }) {
  if (purpose === "telltale") return "telltale"
  return isSecondary ? "secondary" : "primary"
}

/**
 * @param {Line} line
 * @param {() => number} columnOf
 * @param {Sighting} sighting
 */
function noteLine(line, columnOf, { sources, nodes, lines }) {
  const { number, raw, source } = line
  if (source !== null) sources.add(source)
  for (const node of nodesIn(line)) nodes.add(node)
  if (lines.size < SHOWN_LINES && !lines.has(number)) lines.set(number, excerpt(raw, columnOf))
}

/**
 * Return the line, or where it is long the part around a column.
 *
 * @param {string} line A line of a log.
 * @param {() => number} columnOf Returns the column.
 * @returns {string} What is shown of it.
 */
export function excerpt(line, columnOf) {
  const text = stripped(line)
  if (lengthOf(text) <= SHOWN_LENGTH) return text
  const characters = SURROGATE.test(line) ? [...line] : line
  const last = characters.length - SHOWN_LENGTH
  const start = Math.max(0, Math.min(columnOf() - Math.floor(SHOWN_LENGTH / 3), last))
  const part = characters.slice(start, start + SHOWN_LENGTH)
  const shown = stripped(typeof part === "string" ? part : part.join(""))
  return (start ? "… " : "") + shown + (start < last ? " …" : "")
}
