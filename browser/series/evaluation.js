/** Tests conditions on the series of a log, as trainwreck/series/evaluation.py does. */

import { jumps, jumpsAfterResume, jumpsForGood } from "./jumps.js"
import { EVALUATION } from "./metric-data.js"
import { number, placeOf } from "./points.js"
import { blockMedians, median, spread } from "./statistics.js"
import { doesNotMove, drops, grows, growsSteadily, leastPoints } from "./trends.js"

/** @import { Condition } from "../common/types.js" */
/** @import { Point, Series } from "./points.js" */

/**
 * @typedef {object} Evidence Numbers for which a condition holds.
 * @property {string} condition As the entry has it.
 * @property {Series} series The series that it is about.
 * @property {Point} point Where it begins to hold.
 * @property {string} said What the numbers show, in words.
 *
 * @typedef {[Point, string]} Found
 * @typedef {(one: Series, condition: Condition) => Found | null} Test
 */

const {
  few_ranks: FEW_RANKS, last_digits: LAST_DIGITS, least_ranks: LEAST_RANKS, near_zero: NEAR_ZERO,
  outlying: OUTLYING, rounding_error: ROUNDING_ERROR, scales: SCALES, thirds: THIRDS,
} = EVALUATION
/** Metrics of which more is better. */
const GOOD = new Set(EVALUATION.good)
const OF_WORK = new Set(["step_time", "throughput", "memory", "epoch_time"])
const SIZES = new Set(["batch_size", "sequence_length"])

/**
 * Return where a condition first holds.
 *
 * @param {Condition} condition The condition.
 * @param {Series[]} series The series of a log.
 * @returns {Evidence | null} Null where it holds for none.
 */
export function evaluate(condition, series) {
  if (condition.also && !evaluate(condition.also, series)) return null
  for (const one of series) {
    if (one.metric !== condition.metric || one.count < leastPoints(one, condition)) continue
    const isOther = isMoved(one, condition, series) || isUnused(one, condition, series)
    if (condition.test !== "differs" && isOther) continue
    const found = condition.test === "differs"
      ? differs(one, condition, series)
      : TESTS[condition.test]?.(one, condition) ?? null
    if (found) return { condition: condition.text, series: one, point: found[0], said: found[1] }
  }
  return null
}

/**
 * Tell whether another batch or sequence length explains what a step takes.
 *
 * @param {Series} one
 * @param {Condition} condition
 * @param {Series[]} series
 */
function isMoved(one, condition, series) {
  return OF_WORK.has(condition.metric) && series.some(other => {
    return SIZES.has(other.metric) && other.source === one.source && other.count > other.run
  })
}

/**
 * Tell whether numbers that are all the same are none yet, or never are: no step of training has passed, or
 * others of the same metric change.
 *
 * @param {Series} one
 * @param {Condition} condition
 * @param {Series[]} series
 */
function isUnused({ metric, first, last, beforeRun }, { test }, series) {
  if (test !== "is-exactly" || beforeRun || !first || !last) return false
  if (first.step !== null && first.step === last.step && first.epoch === last.epoch) return true
  return series.some(other => other.metric === metric && other.beforeRun)
}

/** @type {Test} */
function isNan({ firstNotFinite: point, run, name }, { points }) {
  if (!point || run < points) return null
  return [point, `${name} is ${number(point.value)} from ${placeOf(point)} on`]
}

/** @type {Test} */
function isFinite({ last, name }) {
  if (!last || !Number.isFinite(last.value)) return null
  return [last, `${name} is ${number(last.value)}`]
}

/** @type {Test} */
function isExactly(one, { amount, points }) {
  const { runStart: point, beforeRun: before, run, name } = one
  if (!point || point.value !== amount || run < points) return null
  const said = `${name} is ${number(point.value)} from ${placeOf(point)} on (${run.toLocaleString("en")} values`
  if (!before) return [point, `${said}, all there are)`]
  // It may have come there gradually, and was rounded.
  if (Math.abs(before.value - amount) < Math.max(NEAR_ZERO, LAST_DIGITS * lastDigit(one))) return null
  return [point, `${said}, ${number(before.value)} before)`]
}

/**
 * Return what one unit of the last printed digit is worth; 0 if less than 0.01.
 *
 * @param {Series} one
 */
function lastDigit(one) {
  for (const scale of [1, 10, 100]) {
    const parts = one.samples.map(({ value }) => scale * Math.abs(value) % 1)
    if (parts.every(part => Math.min(part, 1 - part) < ROUNDING_ERROR)) return 1 / scale
  }
  return 0
}

/** @type {Test} */
function stays(one, { amount }) {
  if (one.isBar || !one.buckets.length || one.finite < one.count || !one.first) return null
  const low = Math.min(...one.buckets.map(bucket => bucket.low.value))
  const high = Math.max(...one.buckets.map(bucket => bucket.high.value))
  const center = median(one.samples.map(({ value }) => value))
  if (high - low > amount / 100 * Math.abs(center) || !center) return null
  return [one.first, `${one.name} stays at ${number(center)} in all ${one.count.toLocaleString("en")} values`]
}

/** @type {Test} */
function fallsTo(one, { amount }) {
  if (!one.last || !one.buckets.length || !(one.last.value <= amount)) return null
  const { high } = one.buckets.reduce((a, b) => (b.high.value > a.high.value ? b : a))
  if (high.value < SCALES * amount || !one.runStart) return null
  const point = one.runStart
  const said = `${one.name} falls from ${number(high.value)} to ${number(point.value)} at ${placeOf(point)}`
  return [point, said]
}

/** @type {Test} */
function exceeds(one, { amount }) {
  const values = one.samples.map(({ value }) => value)
  const last = values.slice(values.length >> 1)
  const share = last.length ? 100 * last.filter(value => value > 0).length / last.length : 0
  if (share <= amount || !one.last) return null
  return [one.last, `${one.name} is above 0 in ${share.toFixed(0)} % of the last values`]
}

/**
 * @param {Series} one
 * @param {Condition} condition
 * @param {Series[]} series
 * @returns {Found | null}
 */
function differs(one, { amount, points }, series) {
  const medianOf = (/** @type {Series} */ { samples }) => median(samples.map(({ value }) => value))
  const others = series
    .filter(other => other.metric === one.metric && other.name === one.name)
    .filter(({ source }) => source !== null && source !== one.source)
    .filter(other => other.count >= points && other.buckets.length)
    .map(medianOf)
  const values = one.samples.map(({ value }) => value)
  if (others.length + 1 < LEAST_RANKS || one.source === null || !values.length || !one.last) return null
  const usual = median(others)
  const sign = GOOD.has(one.metric) ? -1 : 1
  if (usual <= 0) return null
  const least = Math.max(amount / 100 * usual, OUTLYING * spread(others))
  if (blockMedians(values, THIRDS).some(part => sign * (part - usual) <= least)) return null
  const alike = others.filter(other => sign * (other - usual) > least).length
  if (alike > FEW_RANKS * others.length) return null
  const own = number(median(values))
  const said = `${one.name} of rank ${one.source} is ${own}, the median of the others ${number(usual)}`
  return [one.last, said]
}

/** @type {Record<string, Test>} */
const TESTS = {
  "is-nan": isNan,
  "is-finite": isFinite,
  "is-exactly": isExactly,
  stays,
  "does-not-move": doesNotMove,
  "jumps-for-good": jumpsForGood,
  jumps,
  "jumps-after-resume": jumpsAfterResume,
  grows,
  "grows-steadily": growsSteadily,
  drops,
  "falls-to": fallsTo,
  exceeds,
}
