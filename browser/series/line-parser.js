/** Reads the metrics and the position in one line of a log, as trainwreck/series/line_parser.py does. */

import {
  COUNT, IGNORED_WORDS, LIMITS, MEASURED, METRIC_OF, MILLISECONDS, NOT_WORDS, OTHER_OBJECTIVES, PAIR, PHASES,
  RATE, TIMER, TRAILING_WORDS, UNITS, UNITS_IN_NAMES, numberIn,
} from "./metric-data.js"

/**
 * @typedef {[metric: string, name: string, value: number]} Value
 *
 * @typedef {object} Reading What one line says.
 * @property {number | null} step
 * @property {number | null} epoch
 * @property {Value[]} values
 * @property {boolean} isBar Whether the line is a progress bar, which repeats old values.
 *
 * @typedef {object} Name What a name in a log means.
 * @property {string} text In small letters, with spaces between words.
 * @property {string} metric Its metric; "" where it is not known.
 * @property {string} unit The unit that it ends with.
 * @property {string} phase The phase that it names.
 * @property {boolean} isOtherObjective Whether a loss beside it has no direction.
 */

/** Metrics that say where a line is. */
export const POSITIONS = new Set(["step", "epoch"])
const OF_TRAINING = new Set(["loss", "accuracy"])
const WORD = /[A-Za-z]+/g
const MOST_NAMES = 4096
/** @type {Map<string, Name>} */
const names = new Map()

/**
 * Return what a line says.
 *
 * @param {string} line The line.
 * @returns {Reading | null} Null where it has no metric and no position.
 */
export function parse(line) {
  const text = line.slice(0, LIMITS.longest_line)
  const reading = emptyReading()
  let hasOther = false
  /** @type {[number, number][]} */
  const used = []
  for (const match of text.matchAll(PAIR)) {
    const { name, value: number, unit = "" } = /** @type {Record<string, string>} */ (match.groups)
    const known = nameOf(name)
    hasOther ||= known.isOtherObjective
    if (!known.metric) continue
    const value = scaledHere(known.metric, number, unit, known.unit)
    const end = match.index + match[0].length
    used.push([end - number.length, end])
    if (POSITIONS.has(known.metric)) place(reading, known.metric, value)
    else if (value !== null) {
      add(reading, known, value, text.slice(Math.max(0, match.index - LIMITS.phase_reach), match.index))
    }
  }
  if (hasOther) reading.values = reading.values.filter(([metric]) => !["loss", "val_loss"].includes(metric))
  rates(text, reading)
  timer(text, reading)
  if (!reading.values.length && reading.step === null && reading.epoch === null) return null
  if (reading.step === null) reading.step = count(text, used)
  return reading
}

/** @returns {Reading} A reading of nothing. */
export function emptyReading() {
  return { step: null, epoch: null, values: [], isBar: false }
}

/**
 * Return what a name means.
 *
 * @param {string} name As a log prints it.
 * @returns {Name} Its meaning.
 */
export function nameOf(name) {
  let known = names.get(name)
  if (!known) {
    if (names.size >= MOST_NAMES) names.clear()
    known = meaning(name)
    names.set(name, known)
  }
  return known
}

/**
 * Return a value in the unit of its metric.
 *
 * @param {string} metric The metric.
 * @param {number} value The number.
 * @param {string} unit Its unit; none where empty.
 * @returns {number | null} Null where it is not a unit of the metric.
 */
export function scaled(metric, value, unit) {
  const factor = unit ? UNITS.get(metric)?.get(unit) : 1
  return factor === undefined ? null : value * factor
}

/**
 * @param {string} name
 * @returns {Name}
 */
function meaning(name) {
  const words = wordsOf(name)
  const text = words.join(" ")
  const [metric, unit] = metricOf(words) ?? ["", ""]
  const phase = words.find(word => PHASES.has(word))
  const isOtherObjective = OTHER_OBJECTIVES.has(text)
  return { text, metric, unit, phase: phase ? PHASES.get(phase) ?? "" : "", isOtherObjective }
}

/**
 * Return the words of a name; a path such as train/loss is two where one of them is a phase.
 *
 * @param {string} name
 */
function wordsOf(name) {
  const last = name.toLowerCase().split(". ").at(-1) ?? ""
  return last.replace(NOT_WORDS, " ").split(" ").flatMap(word => {
    const parts = word.split("/")
    return parts.some(part => PHASES.has(part)) ? parts : [word]
  }).filter(word => word)
}

/**
 * @param {string[]} all
 * @returns {[metric: string, unit: string] | null}
 */
function metricOf(all) {
  const words = [...all]
  while (words.length && TRAILING_WORDS.has(words[words.length - 1])) words.pop()
  const unit = words.length > 1 ? UNITS_IN_NAMES.get(words[words.length - 1]) ?? "" : ""
  for (const [start, word] of words.entries()) {
    const metric = METRIC_OF.get(words.slice(start).join(" "))
    if (metric) return [metric, takes(metric, unit) ? unit : ""]
    const shorter = unit ? METRIC_OF.get(words.slice(start, -1).join(" ")) : undefined
    if (shorter && takes(shorter, unit)) return [shorter, unit]
    if (!IGNORED_WORDS.has(word)) return null
  }
  return null
}

/**
 * @param {string} metric
 * @param {string} unit
 */
function takes(metric, unit) {
  return UNITS.get(metric)?.has(unit) ?? false
}

/**
 * @param {string} metric
 * @param {string} number
 * @param {string} behind
 * @param {string} unit
 */
function scaledHere(metric, number, behind, unit) {
  const value = numberIn(number)
  const own = behind.trim().toLowerCase()
  const isOwn = takes(metric, own)
  if (!isOwn && own && !behind.startsWith(" ")) return null
  if (POSITIONS.has(metric)) return Number.isFinite(value) && value >= 0 ? value : null
  return scaled(metric, value, isOwn ? own : unit)
}

/**
 * @param {Reading} reading
 * @param {string} metric
 * @param {number | null} value
 */
function place(reading, metric, value) {
  if (metric === "epoch") reading.epoch ??= value
  else if (reading.step === null && value !== null && Number.isInteger(value)) reading.step = value
}

/**
 * Add a value, unless the line has one of its metric already.
 *
 * @param {Reading} reading
 * @param {Name} name
 * @param {number} value
 * @param {string} before
 */
function add(reading, name, value, before) {
  const isValidation = OF_TRAINING.has(name.metric) && (name.phase || phaseIn(before)) === "val_loss"
  const metric = isValidation ? `val_${name.metric}` : name.metric
  if (reading.values.every(([known]) => known !== metric)) reading.values.push([metric, name.text, value])
}

/** @param {string} before */
function phaseIn(before) {
  const word = (before.toLowerCase().match(WORD) ?? []).findLast(found => PHASES.has(found))
  return word ? PHASES.get(word) : ""
}

/**
 * Add the rate of a progress bar, or else a throughput that stands before its unit.
 *
 * @param {string} text
 * @param {Reading} reading
 */
function rates(text, reading) {
  if (!["/s", "s/", "c/"].some(sign => text.includes(sign))) return
  const metrics = new Set(reading.values.map(([metric]) => metric))
  const rate = RATE.exec(text)?.groups
  if (rate) {
    reading.isBar = true
    const [value, unit] = [Number(rate.value), rate.unit]
    if (!metrics.size || unit === "s/epoch" || metrics.has("step_time") || value <= 0) return
    const factor = UNITS.get("step_time")?.get(unit) ?? 1
    reading.values.push(["step_time", "progress bar", unit === "it/s" ? 1 / value : value * factor])
    return
  }
  const measured = metrics.size ? MEASURED.exec(text)?.groups : undefined
  if (!measured) return
  const unit = measured.unit.toLowerCase()
  const metric = unit.startsWith("s/") || unit.startsWith("sec/") ? "step_time" : "throughput"
  if (!metrics.has(metric)) reading.values.push([metric, unit, Number(measured.value)])
}

/**
 * Add the time of a step of training, in milliseconds or beside the time for loading its data.
 *
 * @param {string} text
 * @param {Reading} reading
 */
function timer(text, reading) {
  if (!reading.values.length || reading.values.some(([metric]) => metric === "step_time")) return
  const beside = TIMER.exec(text)
  const match = beside ?? MILLISECONDS.exec(text)
  if (!match?.groups) return
  const before = text.slice(Math.max(0, match.index - LIMITS.phase_reach), match.index)
  const seconds = Number(match.groups.value) * (beside ? 1 : 0.001)
  if (phaseIn(before) !== "val_loss") reading.values.push(["step_time", "time", seconds])
}

/**
 * Return the first number of a pair such as 100/469 that belongs to no metric or epoch.
 *
 * @param {string} text
 * @param {[number, number][]} used
 */
function count(text, used) {
  for (const match of text.matchAll(COUNT)) {
    const { step, of } = /** @type {Record<string, string>} */ (match.groups)
    if (used.some(([start, end]) => start <= match.index && match.index < end)) continue
    return Number(step) <= Number(of) ? Number(step) : null
  }
  return null
}
