/** The numbers of a log for readers, as trainwreck/output/numbers.py writes them. */

import { LIMITS } from "./metric-data.js"
import { lostSteps } from "./progress.js"

/** @import { Evidence } from "./evaluation.js" */
/** @import { Series } from "./points.js" */
/** @import { Run } from "./progress.js" */

/**
 * @typedef {[line: number, step: number | null, epoch: number | null, value: number]} ShownPoint
 *
 * @typedef {object} ShownSeries A series, downsampled.
 * @property {string} metric
 * @property {string} name
 * @property {string | null} rank
 * @property {number} count
 * @property {number | null} not_finite_from
 * @property {ShownPoint[]} points
 *
 * @typedef {object} ShownEvidence
 * @property {string} condition
 * @property {string} metric
 * @property {string} name
 * @property {string | null} rank
 * @property {string} said
 * @property {number} line
 * @property {number | null} step
 * @property {number | null} epoch
 * @property {number | null} value
 *
 * @typedef {object} ShownRun
 * @property {number} first_line
 * @property {number | null} first_step
 * @property {number} last_line
 * @property {number | null} last_step
 * @property {number | null} last_epoch
 * @property {string | null} last_time
 * @property {{ line: number, step: number | null, epoch: number | null } | null} checkpoint
 * @property {number | null} lost_steps
 *
 * @typedef {object} ShownProgress
 * @property {"before-first-step" | "after-first-step" | null} failed
 * @property {ShownRun[]} runs
 */

/**
 * Return a series for readers.
 *
 * @param {Series} series The series.
 * @returns {ShownSeries} The same, downsampled.
 */
export function shownSeries(series) {
  return {
    metric: series.metric,
    name: series.name,
    rank: series.source,
    count: series.count,
    not_finite_from: series.firstNotFinite?.line ?? null,
    points: series.shown(LIMITS.most_points).map(point => {
      return [point.line, point.step, point.epoch, point.value]
    }),
  }
}

/**
 * Return the series that are worth showing: those of evidence first, then in their order.
 *
 * @param {Series[]} series All series.
 * @param {(Evidence | null)[]} evidence Evidence of the matches.
 * @returns {ShownSeries[]} The series.
 */
export function chosenSeries(series, evidence) {
  const shown = evidence.flatMap(found => found?.series ?? [])
  const rest = series.filter(one => one.count > 1 && !shown.includes(one))
  return [...shown, ...rest].slice(0, LIMITS.most_shown).map(shownSeries)
}

/**
 * Return evidence for readers.
 *
 * @param {Evidence | null} evidence The evidence.
 * @returns {ShownEvidence | null} The same.
 */
export function shownEvidence(evidence) {
  if (!evidence) return null
  const { condition, series, said, point: { line, step, epoch, value } } = evidence
  const { metric, name, source } = series
  const finite = Number.isFinite(value) ? value : null
  return { condition, metric, name, rank: source, said, line, step, epoch, value: finite }
}

/**
 * Return the last sign of life for readers.
 *
 * @param {Run[]} runs The runs of a log.
 * @param {{ line: number }[]} failures What the log reports.
 * @returns {ShownProgress} The same.
 */
export function shownProgress(runs, failures) {
  const last = Math.max(...failures.map(({ line }) => line))
  const failed = !failures.length || !runs.length
    ? null
    : last < runs[0].line ? "before-first-step" : "after-first-step"
  return { failed, runs: runs.map(shownRun) }
}

/**
 * @param {Run} run
 * @returns {ShownRun}
 */
function shownRun(run) {
  return {
    first_line: run.line,
    first_step: run.firstStep,
    last_line: run.lastLine,
    last_step: run.lastStep,
    last_epoch: run.lastEpoch,
    last_time: run.lastTime,
    checkpoint: run.checkpoint,
    lost_steps: lostSteps(run),
  }
}
