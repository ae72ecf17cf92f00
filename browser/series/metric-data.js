/** Names of metrics and units, which Python writes, as trainwreck/series/metric_data.py reads them. */

import data from "#data/series.json" with { type: "json" }

import { compiled } from "../common/patterns.js"

const { patterns, checkpoint } = data

export const PAIR = compiled(patterns.pair, "g")
export const RATE = compiled(patterns.rate)
export const MEASURED = compiled(patterns.measured)
export const TIMER = compiled(patterns.timer)
export const MILLISECONDS = compiled(patterns.milliseconds)
export const COUNT = compiled(patterns.count, "g")
export const TIME = compiled(patterns.time)
export const NOT_WORDS = compiled(patterns.not_words, "g")
export const ROWS = compiled(patterns.rows)
export const NUMBER = new RegExp(`^(?:${data.number.source})$`, data.number.flags)
/** Finds the number at the beginning of a text. */
export const NUMBER_AT = new RegExp(`^ {0,8}(${data.number.source})`, data.number.flags)
export const HEAD = new RegExp(`^(?:${data.head.source})$`, data.head.flags)
export const RESUME = compiled(data.resume)
export const RESTART = compiled(data.restart)
export const CHECKPOINT = {
  saved: compiled(checkpoint.saved),
  saving: compiled(checkpoint.saving),
  not: compiled(checkpoint.not),
  position: compiled(checkpoint.position),
  epoch: compiled(checkpoint.epoch),
}
export const TELLING = data.telling
export const RESTARTING = data.restarting
export const SIGNS_OF_STEPS = data.signs_of_steps
export const TRIAL = compiled(data.trial)
export const SIGNS_OF_CHECKPOINTS = data.signs_of_checkpoints
export const METRIC_OF = new Map(Object.entries(data.metric_of))
export const PHASES = new Map(Object.entries(data.phases))
export const UNITS_IN_NAMES = new Map(Object.entries(data.units_in_names))
/** @type {Map<string, Map<string, number>>} */
export const UNITS = new Map(Object.entries(data.units).map(([metric, units]) => {
  return [metric, new Map(/** @type {[string, number][]} */ (Object.entries(units)))]
}))
export const IGNORED_WORDS = new Set(data.ignored_words)
export const TRAILING_WORDS = new Set(data.trailing_words)
export const OTHER_OBJECTIVES = new Set(data.other_objectives)
export const LIMITS = data.limits
export const EVALUATION = data.evaluation
export const TO_DEVIATION = data.to_deviation

/**
 * Return a number as Python's `float` reads it.
 *
 * @param {string} text A number as a log prints it.
 * @returns {number} The number; infinite or NaN where it says so.
 */
export function numberIn(text) {
  const small = text.toLowerCase()
  if (small.includes("nan")) return NaN
  if (small.includes("inf")) return small.startsWith("-") ? -Infinity : Infinity
  return Number(text)
}
