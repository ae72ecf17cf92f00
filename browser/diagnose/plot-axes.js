/** The axes of a plot: what they reach, and how they are labeled. */

/** How the library names its scales. */
const [LINEAR, LOGARITHMIC] = [1, 3]
/** Ratio of the largest to the smallest number from which small ones would be a line at the bottom. */
const MANY = 1000
/** Numbers from which on a label is written with an exponent. */
const LONG = 1e5
/** Labels of a logarithmic scale, at most. */
const LABELS = 5

/**
 * Return the horizontal scale. The mark may be behind the last number: infinity and NaN are not drawn.
 *
 * @param {number} mark The place that is marked.
 * @returns {import("uplot").Scale}
 */
export function horizontal(mark) {
  return { time: false, range: (_, low, high) => [Math.min(low, mark), Math.max(high, mark, low + 1)] }
}

/**
 * Return the vertical scale and what is special about its axis. A logarithmic one has few labels, at
 * powers of ten, and no lines: the library's own would be hundreds over many magnitudes.
 *
 * @param {number[]} values What is drawn.
 * @returns {{ scale: import("uplot").Scale, axis: import("uplot").Axis }}
 */
export function vertical(values) {
  const labels = { values: (/** @type {unknown} */ _, /** @type {number[]} */ ticks) => ticks.map(tick) }
  if (!spansMagnitudes(values)) return { scale: { distr: LINEAR }, axis: labels }
  return {
    scale: { distr: LOGARITHMIC },
    axis: {
      ...labels,
      grid: { show: false },
      // The library shows no axis for which it has no step; its own end below the largest numbers.
      incrs: (_, __, ___, high) => [high],
      splits: (_, __, low, high) => powers(low, high),
      filter: (_, ticks) => ticks,
    },
  }
}

/**
 * Return powers of ten at even distances.
 *
 * @param {number} low
 * @param {number} high
 */
export function powers(low, high) {
  const [first, last] = [Math.ceil(Math.log10(low)), Math.floor(Math.log10(high))]
  const apart = Math.max(1, Math.ceil((last - first) / (LABELS - 1)))
  const length = Math.floor((last - first) / apart) + 1
  return Array.from({ length }, (_, index) => 10 ** (first + index * apart))
}

/** @param {number[]} values */
function spansMagnitudes(values) {
  const low = Math.min(...values)
  return low > 0 && Math.max(...values) > MANY * low
}

/** @param {number | null} value */
function tick(value) {
  if (value === null) return ""
  const size = Math.abs(value)
  return size >= LONG || (size && size < 1 / LONG) ? value.toExponential() : String(value)
}
