/** Robust statistics, as trainwreck/series/statistics.py computes them; it names the sources. */

import { TO_DEVIATION } from "./metric-data.js"

/**
 * Return the median.
 *
 * @param {number[]} values At least one number.
 * @returns {number} The median.
 */
export function median(values) {
  const ordered = [...values].sort((a, b) => a - b)
  const middle = ordered.length >> 1
  return ordered.length % 2 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2
}

/**
 * Return the standard deviation as the median absolute deviation estimates it.
 *
 * @param {number[]} values At least one number.
 * @returns {number} The estimate.
 */
export function spread(values) {
  const center = median(values)
  return TO_DEVIATION * median(values.map(value => Math.abs(value - center)))
}

/**
 * Return how much higher later values are: the median of the differences between all pairs.
 *
 * @param {number[]} values At least one number.
 * @param {number[]} later At least one number.
 * @returns {number} The shift.
 */
export function shift(values, later) {
  return median(values.flatMap(value => later.map(after => after - value)))
}

/**
 * Return the value below which a part of the values lies, without interpolation.
 *
 * @param {number[]} values At least one number.
 * @param {number} part From 0 to 1.
 * @returns {number} One of the values.
 */
export function quantile(values, part) {
  const ordered = [...values].sort((a, b) => a - b)
  return ordered[Math.min(ordered.length - 1, Math.trunc(part * ordered.length))]
}

/**
 * Return the medians of neighboring parts.
 *
 * @param {number[]} values At least as many as blocks.
 * @param {number} blocks How many parts.
 * @returns {number[]} The medians.
 */
export function blockMedians(values, blocks) {
  return Array.from({ length: blocks }, (_, index) => median(values.slice(
    Math.floor(index * values.length / blocks), Math.floor((index + 1) * values.length / blocks),
  )))
}

/**
 * Return the score of Mann's test: above 3 the values rise, below -3 they fall.
 *
 * @param {number[]} values The values.
 * @returns {number} The score.
 */
export function trend(values) {
  const count = values.length
  let signs = 0
  for (const [index, value] of values.entries()) {
    for (const later of values.slice(index + 1)) signs += Number(later > value) - Number(later < value)
  }
  return signs / (count * (count - 1) * (2 * count + 5) / 18) ** 0.5
}

/**
 * Return the median of the slopes between all pairs, per place.
 *
 * @param {number[]} values At least two numbers.
 * @returns {number} The slope.
 */
export function slope(values) {
  return median(values.flatMap((value, index) => {
    return values.slice(index + 1).map((later, apart) => (later - value) / (apart + 1))
  }))
}
