/** A series of numbers with bounded memory, as trainwreck/series/points.py keeps it. */

import { LIMITS } from "./metric-data.js"

/**
 * @typedef {object} Point One number of a series, and where the log has it.
 * @property {number} line Counted from 1.
 * @property {number | null} step
 * @property {number | null} epoch
 * @property {number} value
 *
 * @typedef {object} Bucket Neighboring points, of which three are kept.
 * @property {number} place Position of the bucket in the log, in strides.
 * @property {Point} sample The first: all samples together are an even sample of the series.
 * @property {Point} low
 * @property {Point} high
 */

/** Digits after which a decimal fraction of a 64-bit number of usual size ends. */
const LARGEST_FIXED = 4
const LARGEST_WRITTEN_OUT = 1e7
const MOST_DIGITS = 60

/** The numbers of one metric, as one rank printed them under one name. */
export class Series {
  /**
   * @param {string} metric The metric.
   * @param {string} name Name that the log prints, in small letters.
   * @param {string | null} source Rank, host or process that printed it.
   * @param {boolean} [isBar] Whether a progress bar printed it.
   */
  constructor(metric, name, source, isBar = false) {
    this.metric = metric
    this.name = name
    this.source = source
    this.isBar = isBar
    this.count = 0
    /** @type {Bucket[]} The finite numbers, downsampled. */
    this.buckets = []
    /** Positions per bucket. */
    this.stride = 1
    /** Position of the last number: how many lines there were up to it. */
    this.position = 0
    this.finite = 0
    /** @type {Point | null} */
    this.first = null
    /** @type {Point | null} */
    this.last = null
    /** @type {Point | null} The first number that is not finite, if no finite one came after. */
    this.firstNotFinite = null
    /** How many numbers at the end are equal. */
    this.run = 0
    /** @type {Point | null} */
    this.runStart = null
    /** @type {Point | null} */
    this.beforeRun = null
    /** @type {number[]} Lines from which on the job goes on from a checkpoint. */
    this.resumes = []
    /** @type {number[]} Lines at which counting begins anew. */
    this.resets = []
  }

  /**
   * Add the next number.
   *
   * @param {Point} point The number.
   * @param {number} position How many lines of the log there were up to it, those that were not read
   *   included, so that parts that were read more densely don't count more.
   */
  add(point, position) {
    this.count += 1
    this.position = position
    this.first ??= point
    if (this.last && isEqual(point.value, this.last.value)) this.run += 1
    else {
      this.beforeRun = this.last
      this.runStart = point
      this.run = 1
    }
    this.last = point
    if (!Number.isFinite(point.value)) {
      this.firstNotFinite ??= point
      return
    }
    this.firstNotFinite = null
    this.finite += 1
    const place = Math.floor(position / this.stride)
    if (this.buckets.at(-1)?.place === place) this.note(point)
    else this.buckets.push({ place, sample: point, low: point, high: point })
    while (this.buckets.length > LIMITS.most_buckets) this.#coarsen()
  }

  /**
   * Note an extreme number that is no part of the even sample.
   *
   * @param {Point} point The number.
   */
  note(point) {
    const bucket = this.buckets.at(-1)
    if (!bucket || !Number.isFinite(point.value)) return
    if (point.value < bucket.low.value) bucket.low = point
    else if (point.value > bucket.high.value) bucket.high = point
  }

  /** An even sample of the finite numbers, with the last one. */
  get samples() {
    const found = this.buckets.map(({ sample }) => sample)
    return this.#withLast(found)
  }

  /**
   * Return the points for a plot.
   *
   * @param {number} most How many at most.
   * @returns {Point[]} The first, the last and the extremes among them.
   */
  shown(most) {
    const points = new Set(this.buckets.flatMap(({ sample, low, high }) => [sample, low, high]))
    const sorted = [...points].sort((a, b) => a.line - b.line)
    return thinned(this.#withLast(sorted), most)
  }

  /** @param {Point[]} points */
  #withLast(points) {
    const { last } = this
    if (last && Number.isFinite(last.value) && points.length && points.at(-1) !== last) points.push(last)
    return points
  }

  /** Make one bucket of each two that share twice as many positions. */
  #coarsen() {
    this.stride *= 2
    /** @type {Bucket[]} */
    const kept = []
    for (const bucket of this.buckets) {
      bucket.place = Math.floor(bucket.place / 2)
      const last = kept.at(-1)
      if (last?.place !== bucket.place) kept.push(bucket)
      else {
        if (bucket.low.value < last.low.value) last.low = bucket.low
        if (bucket.high.value > last.high.value) last.high = bucket.high
      }
    }
    this.buckets = kept
  }
}

/**
 * Return the step, epoch or line of a point, in words.
 *
 * @param {Point} point The point.
 * @returns {string} Such as "step 120".
 */
export function placeOf({ line, step, epoch }) {
  if (step !== null) return `step ${step}`
  return epoch === null ? `line ${line}` : `epoch ${general(epoch, 6)}`
}

/**
 * Return a number as Python's format "g" writes it.
 *
 * @param {number} value The number.
 * @param {number} digits Significant digits.
 * @returns {string} The number.
 */
export function general(value, digits) {
  if (value === 0) return Object.is(value, -0) ? "-0" : "0"
  const [mantissa, exponent] = exponential(value, digits).split("e")
  const power = Number(exponent)
  const bare = (/** @type {string} */ text) => text.includes(".") ? text.replace(/\.?0+$/, "") : text
  if (power < -4 || power >= digits) return `${bare(mantissa)}e${exponent}`
  return bare(Number(`${mantissa}e${power}`).toFixed(digits - 1 - power))
}

/**
 * Return a number as Python's format "e" writes it, which rounds to the even digit where both are as near.
 *
 * @param {number} value The number.
 * @param {number} digits Significant digits.
 * @returns {string} The number.
 */
export function exponential(value, digits) {
  const [exact, power] = value.toExponential(MOST_DIGITS).split("e")
  const kept = exact.slice(0, exact.indexOf(".") + digits)
  const isTie = /^50*$/.test(exact.slice(kept.length)) && /[02468]\.?$/.test(kept)
  const [mantissa, exponent] = isTie ? [kept.replace(/\.$/, ""), power] : value.toExponential(digits - 1).split("e")
  const size = Math.abs(Number(exponent))
  return `${mantissa}e${Number(exponent) < 0 ? "-" : "+"}${String(size).padStart(2, "0")}`
}

/**
 * Return at most so many points: of each stretch the lowest and the highest.
 *
 * @param {Point[]} points The points.
 * @param {number} most How many at most.
 * @returns {Point[]} The first and the last among them.
 */
function thinned(points, most) {
  if (points.length <= most) return points
  const stretches = Math.max(1, Math.floor((most - 2) / 2))
  const inner = points.slice(1, -1)
  const kept = [points[0]]
  for (let index = 0; index < stretches; index += 1) {
    const from = Math.floor(index * inner.length / stretches)
    const part = inner.slice(from, Math.floor((index + 1) * inner.length / stretches))
    if (!part.length) continue
    const low = part.reduce((a, b) => (b.value < a.value ? b : a))
    const high = part.reduce((a, b) => (b.value > a.value ? b : a))
    kept.push(...(low.line === high.line ? [high] : [low, high].sort((a, b) => a.line - b.line)))
  }
  return [...kept, points[points.length - 1]]
}

/**
 * @param {number} one
 * @param {number} other
 */
function isEqual(one, other) {
  return one === other || (!Number.isFinite(one) && !Number.isFinite(other))
}

/**
 * Return a number as people write it.
 *
 * @param {number} value The number.
 * @returns {string} Its text.
 */
export function number(value) {
  if (Number.isNaN(value)) return "nan"
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf"
  const digits = general(value, LARGEST_FIXED)
  if (!digits.includes("e")) return digits
  const rounded = Number(digits)
  const isWrittenOut = 1 <= Math.abs(rounded) && Math.abs(rounded) < LARGEST_WRITTEN_OUT
  return isWrittenOut ? rounded.toLocaleString("en") : exponential(value, 3)
}
