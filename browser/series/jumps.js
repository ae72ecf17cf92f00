/** Tests whether numbers jump, as trainwreck/series/jumps.py does. */

import { EVALUATION } from "./metric-data.js"
import { number, placeOf } from "./points.js"
import { median, quantile, spread } from "./statistics.js"

/** @import { Test } from "./evaluation.js" */
/** @import { Point } from "./points.js" */

const {
  window: WINDOW, least_before: LEAST_BEFORE, least_after: LEAST_AFTER, deviations: DEVIATIONS,
  lost_progress: LOST_PROGRESS,
} = EVALUATION

/**
 * Return where the numbers jump to a level from which they do not recover.
 *
 * @type {Test}
 */
export function jumpsForGood(one, { amount, points: least }) {
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

/**
 * Return the first number that is far above those before it.
 *
 * @type {Test}
 */
export function jumps(one, { amount }) {
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

/**
 * Return the first number after a resume if those after it are far higher than before.
 *
 * @type {Test}
 */
export function jumpsAfterResume(one, { amount, points: least }) {
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
