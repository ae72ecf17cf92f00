/** Tests where numbers go over a whole run, as trainwreck/series/trends.py does. */

import { EVALUATION } from "./metric-data.js"
import { number, placeOf } from "./points.js"
import { blockMedians, median, shift, slope, spread, trend } from "./statistics.js"

/** @import { Condition } from "../common/types.js" */
/** @import { Found, Test } from "./evaluation.js" */
/** @import { Series } from "./points.js" */

const {
  blocks: BLOCKS, edge: EDGE, fallen: FALLEN, fifths: FIFTHS, intervals: INTERVALS,
  least_before: LEAST_BEFORE, level: LEVEL, lost_progress: LOST_PROGRESS, significant: SIGNIFICANT,
  to_error: TO_ERROR, warm_up: WARM_UP,
} = EVALUATION

/**
 * Return where the numbers begin to grow.
 *
 * @type {Test}
 */
export function grows(one, condition) {
  const blocks = blocksOf(one, condition)
  return !blocks.length || trend(blocks) < SIGNIFICANT ? null : change(one, blocks, condition, 1)
}

/**
 * Return where the numbers begin to fall.
 *
 * @type {Test}
 */
export function drops(one, condition) {
  const blocks = blocksOf(one, condition)
  return !blocks.length || trend(blocks) > -SIGNIFICANT ? null : change(one, blocks, condition, -1)
}

/**
 * Return where numbers begin to grow that do so to the end.
 *
 * @type {Test}
 */
export function growsSteadily(one, condition) {
  const blocks = blocksOf(one, condition)
  if (!blocks.length || trend(blocks) < SIGNIFICANT) return null
  const half = BLOCKS >> 1
  const [first, second] = [slope(blocks.slice(0, half)), slope(blocks.slice(half))]
  if (second <= 0 || second < LOST_PROGRESS * first) return null
  const rises = blocks.slice(1).filter((value, index) => value > blocks[index]).length
  return rises < Math.floor(blocks.length * 3 / 5) ? null : change(one, blocks, condition, 1)
}

/**
 * Return the first number if the level from the start of a run to its end is the same.
 *
 * @type {Test}
 */
export function doesNotMove(one, condition) {
  const { amount, points } = condition
  const all = one.samples.map(({ value }) => value)
  const level = all.length ? median(all) : 0
  if (one.isBar || one.finite < one.count || one.resumes.length || level <= 0 || !one.first) return null
  if (all.length < leastPoints(one, condition) || !hasBeginning(one)) return null
  if (Math.max(...all.slice(0, LEAST_BEFORE)) > FALLEN * level) return null
  // The numbers of a few epochs have no warm-up.
  const warmUp = all.length < points ? 0 : Math.max(LEAST_BEFORE, Math.trunc(WARM_UP * all.length))
  const values = all.slice(warmUp)
  const part = Math.trunc(values.length / FIFTHS)
  const [first, last] = [values.slice(0, part), values.slice(-part)]
  const error = TO_ERROR * Math.hypot(spread(first), spread(last)) / Math.sqrt(part)
  const most = amount / 100 * level
  if (Math.abs(shift(first, last)) + SIGNIFICANT * error >= most) return null
  const begin = median(first)
  if (blockMedians(values, BLOCKS).some(block => Math.abs(block - begin) >= most)) return null
  const said = `${one.name} is still ${number(median(last))} after ${one.count.toLocaleString("en")} values`
  return [one.first, `${said} (${number(begin)} at first)`]
}

/**
 * Return how many numbers a condition takes: half as many of whole epochs, to be at rest.
 *
 * @param {Series} one
 * @param {Condition} condition
 * @returns {number} The least number.
 */
export function leastPoints(one, { test, points }) {
  return test === "does-not-move" && isByEpoch(one) ? Math.trunc(points / 2) : points
}

/**
 * Tell whether each number is that of a whole epoch.
 *
 * @param {Series} one
 */
function isByEpoch({ samples }) {
  return samples.every(({ step, epoch }, index) => {
    const before = samples[index - 1]?.epoch ?? -Infinity
    return step === null && epoch !== null && epoch - before >= 1
  })
}

/**
 * Tell whether the log has the series from the first steps of the run on.
 *
 * @param {Series} one
 */
function hasBeginning(one) {
  const end = Math.min(Infinity, ...one.resets)
  const points = one.samples.filter(({ line }) => line < end)
  const steps = points.map(({ step }) => step).filter(step => step !== null)
  const epochs = points.map(({ epoch }) => epoch).filter(epoch => epoch !== null)
  const places = steps.length === points.length ? steps : epochs
  const apart = places.slice(1).map((later, index) => later - places[index]).filter(step => step > 0)
  if (!apart.length || places.length < points.length) return false
  if (places === steps && epochs.length && epochs[0] > 1) return false
  return places[0] <= INTERVALS * median(apart)
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
 * Return the change from the first blocks to the last, if it is large enough and no jump.
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
  const parts = blocks.map(block => (block - first) / (last - first))
  // A jump, which may be in the middle of a block.
  if (parts.filter(part => LEVEL < part && part < 1 - LEVEL).length <= 1) return null
  const limit = first + sign * least / 2
  const point = one.samples.findLast(({ value }) => sign * (value - limit) <= 0)
  if (!point) return null
  const verb = sign > 0 ? "grows" : "drops"
  return [point, `${one.name} ${verb} from ${number(first)} to ${number(last)}, from ${placeOf(point)} on`]
}
