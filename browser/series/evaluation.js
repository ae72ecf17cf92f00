/** Tests conditions on the series of a log, as trainwreck/series/evaluation.py does. */

import { EVALUATION } from "./metric-data.js"
import { exponential, general, placeOf } from "./points.js"
import { blockMedians, median, quantile, slope, spread, trend } from "./statistics.js"

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
  window: WINDOW, least_before: LEAST_BEFORE, least_after: LEAST_AFTER, deviations: DEVIATIONS,
  lost_progress: LOST_PROGRESS, blocks: BLOCKS, edge: EDGE, significant: SIGNIFICANT, warm_up: WARM_UP,
  near_zero: NEAR_ZERO, least_ranks: LEAST_RANKS, scales: SCALES,
} = EVALUATION
const OF_WORK = new Set(["step_time", "throughput", "memory", "epoch_time"])
const SIZES = new Set(["batch_size", "sequence_length"])
const LARGEST_FIXED = 4

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
    if (one.metric !== condition.metric || one.count < condition.points) continue
    if (condition.test !== "differs" && isMoved(one, condition, series)) continue
    const found = condition.test === "differs"
      ? differs(one, condition, series)
      : TESTS[condition.test]?.(one, condition) ?? null
    if (found) return { condition: condition.text, series: one, point: found[0], said: found[1] }
  }
  return null
}

/** @param {number} value */
function number(value) {
  if (Number.isNaN(value)) return "nan"
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf"
  const digits = general(value, LARGEST_FIXED)
  return digits.includes("e") ? exponential(value, 3) : digits
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
function isExactly({ runStart: point, beforeRun: before, run, name }, { amount, points }) {
  if (!point || point.value !== amount || run < points) return null
  const said = `${name} is ${number(point.value)} from ${placeOf(point)} on (${run.toLocaleString("en")} values`
  if (!before) return [point, `${said}, all there are)`]
  // It came there gradually.
  if (Math.abs(before.value - amount) < NEAR_ZERO) return null
  return [point, `${said}, ${number(before.value)} before)`]
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
function jumpsForGood(one, { amount, points: least }) {
  const points = one.samples
  const values = points.map(({ value }) => value)
  if (one.finite < one.count || values.length < least) return null
  const starts = beginnings(points, [...one.resets, ...one.resumes])
  for (const [index, start] of starts.entries()) {
    const before = values.slice(Math.max(start, index - WINDOW), index)
    const next = starts.findIndex((begin, at) => at >= index && begin !== start)
    const after = values.slice(index, next < 0 ? values.length : next)
    if (before.length < LEAST_BEFORE || after.length < LEAST_AFTER) continue
    const level = median(before)
    const limit = level + Math.max(
      DEVIATIONS * spread(before),
      (amount - 1) * Math.abs(level),
      LOST_PROGRESS * (median(values.slice(start, start + LEAST_AFTER)) - level),
    )
    if (values[index] > limit && limit >= Math.max(...before) && quantile(after, 0.1) > limit) {
      const said = `${one.name} jumps from ${number(level)} to ${number(median(after))}`
      return [points[index], `${said} at ${placeOf(points[index])}`]
    }
  }
  return null
}

/** @type {Test} */
function jumps(one, { amount }) {
  const values = one.buckets.map(({ sample }) => sample.value)
  for (const [index, { high: point }] of one.buckets.entries()) {
    const before = values.slice(Math.max(0, index - WINDOW), index)
    if (before.length < LEAST_BEFORE) continue
    const level = median(before)
    const limit = level + Math.max(DEVIATIONS * spread(before), (amount - 1) * Math.abs(level))
    if (point.value > limit && limit > 0 && level > 0) {
      return [point, `${one.name} jumps from ${number(level)} to ${number(point.value)} at ${placeOf(point)}`]
    }
  }
  return null
}

/** @type {Test} */
function jumpsAfterResume(one, { amount, points: least }) {
  const points = one.samples
  for (const line of one.resumes) {
    const before = points.filter(point => point.line < line).map(({ value }) => value).slice(-least)
    const later = points.filter(point => point.line >= line).slice(0, least)
    if (Math.min(before.length, later.length) < least) continue
    const level = median(before)
    const after = median(later.map(({ value }) => value))
    if (level > 0 && after > Math.max(level + DEVIATIONS * spread(before), amount * level)) {
      const place = placeOf(later[0])
      const said = `${one.name} is ${number(after)} after the resume at ${place}, ${number(level)} before`
      return [later[0], said]
    }
  }
  return null
}

/** @type {Test} */
function grows(one, condition) {
  const blocks = blocksOf(one, condition)
  return !blocks.length || trend(blocks) < SIGNIFICANT ? null : change(one, blocks, condition, 1)
}

/** @type {Test} */
function drops(one, condition) {
  const blocks = blocksOf(one, condition)
  return !blocks.length || trend(blocks) > -SIGNIFICANT ? null : change(one, blocks, condition, -1)
}

/** @type {Test} */
function growsSteadily(one, condition) {
  const blocks = blocksOf(one, condition)
  if (!blocks.length || trend(blocks) < SIGNIFICANT) return null
  const half = BLOCKS >> 1
  const [first, second] = [slope(blocks.slice(0, half)), slope(blocks.slice(half))]
  if (second <= 0 || second < LOST_PROGRESS * first) return null
  const rises = blocks.slice(1).filter((value, index) => value > blocks[index]).length
  return rises < Math.floor(blocks.length * 3 / 5) ? null : change(one, blocks, condition, 1)
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
  const medians = new Map(series
    .filter(other => other.metric === one.metric && other.name === one.name)
    .filter(other => other.count >= points && other.buckets.length && other.source !== null)
    .map(other => [other.source, median(other.samples.map(({ value }) => value))]))
  const own = medians.get(one.source)
  if (medians.size < LEAST_RANKS || own === undefined || !one.last) return null
  const usual = median([...medians.values()])
  if (own <= (1 + amount / 100) * usual || usual <= 0) return null
  return [one.last, `${one.name} of rank ${one.source} is ${number(own)}, of all ranks ${number(usual)}`]
}

/**
 * Return the medians of blocks of the last run, without what may be its warm-up.
 *
 * @param {Series} one
 * @param {Condition} condition
 */
function blocksOf(one, { points }) {
  const resets = one.metric === "epoch_time" ? one.resets.slice(-1) : []
  const start = Math.max(0, ...one.resumes, ...resets)
  const all = one.samples.filter(({ line }) => line >= start).map(({ value }) => value)
  const values = all.slice(Math.max(3, Math.trunc(WARM_UP * all.length)))
  return values.length < points - 3 || values.length < BLOCKS ? [] : blockMedians(values, BLOCKS)
}

/**
 * Return the change from the first blocks to the last, if it is large enough and goes on.
 *
 * @param {Series} one
 * @param {number[]} blocks
 * @param {Condition} condition
 * @param {1 | -1} sign
 * @returns {Found | null}
 */
function change(one, blocks, { amount }, sign) {
  const [first, last] = [median(blocks.slice(0, EDGE)), median(blocks.slice(-EDGE))]
  const least = amount / 100 * first
  const whole = slope(blocks) * (blocks.length - 1)
  if (first <= 0 || sign * (last - first) < least || sign * whole < least / 2 || !one.last) return null
  const limit = first + sign * least / 2
  const point = one.samples.findLast(({ value }) => sign * (value - limit) <= 0)
  if (!point) return null
  const verb = sign > 0 ? "grows" : "drops"
  return [point, `${one.name} ${verb} from ${number(first)} to ${number(last)}, from ${placeOf(point)} on`]
}

/**
 * Return for each point the index of that from which on counting did not begin anew.
 *
 * @param {Point[]} points
 * @param {number[]} resets
 */
function beginnings(points, resets) {
  const lines = resets.sort((a, b) => a - b)
  let next = 0
  let start = 0
  return points.map(({ line }, index) => {
    for (; next < lines.length && line >= lines[next]; next += 1) start = index
    return start
  })
}

/** @type {Record<string, Test>} */
const TESTS = {
  "is-nan": isNan,
  "is-finite": isFinite,
  "is-exactly": isExactly,
  stays,
  "jumps-for-good": jumpsForGood,
  jumps,
  "jumps-after-resume": jumpsAfterResume,
  grows,
  "grows-steadily": growsSteadily,
  drops,
  "falls-to": fallsTo,
  exceeds,
}
