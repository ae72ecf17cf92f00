/** What reports of failures look like: the rules of trainwreck/logs/failure_rules.py. */

import data from "#data/failures.json" with { type: "json" }

import { compiled, compiledAtStart } from "../common/patterns.js"

const { rules, prefilters } = data

export const RULES = {
  traceback: compiledAtStart(rules.traceback),
  chained: compiledAtStart(rules.chained),
  ignored: compiledAtStart(rules.ignored),
  logged: compiledAtStart(rules.logged),
  frame: compiledAtStart(rules.frame),
  without_code: compiledAtStart(rules.without_code),
  quoted_code: compiledAtStart(rules.quoted_code),
  raised: compiledAtStart(rules.raised),
  exception: compiledAtStart(rules.exception),
  warning: compiledAtStart(rules.warning),
  wrapper: compiled(rules.wrapper),
  secondary: compiled(rules.secondary),
  summary_root: compiledAtStart(rules.summary_root),
  summary_rank: compiledAtStart(rules.summary_rank),
  summary_host: compiledAtStart(rules.summary_host),
  summary_process: compiledAtStart(rules.summary_process),
  summary_end: compiledAtStart(rules.summary_end),
  forced: compiledAtStart(rules.forced),
  pid: compiled(rules.pid),
  launcher_signals: rules.launcher_signals,
  most_signals: rules.most_signals,
  least_status: rules.least_status,
  most_odd_lines: rules.most_odd_lines,
  most_kept: rules.most_kept,
  longest_text: rules.longest_text,
  longest_line: rules.longest_line,
  most_between: rules.most_between,
  most_watched: rules.most_watched,
  most_counted: rules.most_counted,
}
export const REPORTS = data.reports.map(compiledAtStart)
export const ABORTS = data.aborts.map(compiledAtStart)
/** @type {Map<number, string>} Names of signals by their numbers. */
export const SIGNALS = new Map(Object.entries(data.signals).map(([number, name]) => [Number(number), name]))
/** @type {Map<string, number>} Numbers of signals by what shells and launchers print. */
export const SIGNAL_TEXTS = new Map(Object.entries(data.signal_texts))

const MAY_BEGIN = compiledAtStart(prefilters.at_start)

/**
 * Tell whether a line outside of a traceback is worth trying the rules on.
 *
 * @param {string} text The text of a line.
 * @returns {boolean} False where none of the rules that a line begins with can match.
 */
export function mayTell(text) {
  return MAY_BEGIN.test(text) || prefilters.anywhere.some(part => text.includes(part))
}
