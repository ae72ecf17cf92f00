/**
 * The last sign of life in a log, as trainwreck/series/progress.py reads it: steps, times and checkpoints
 * of each run that the log holds.
 */

import { CHECKPOINT, LIMITS } from "./metric-data.js"

/**
 * @typedef {object} Run One start of the job, from its first step to its last.
 * @property {number} line Number of the line with its first step.
 * @property {number | null} firstStep
 * @property {number} lastLine
 * @property {number | null} lastStep
 * @property {number | null} lastEpoch
 * @property {string | null} lastTime As printed.
 * @property {Checkpoint | null} checkpoint The last one that was completed.
 *
 * @typedef {object} Checkpoint
 * @property {number} line
 * @property {number | null} step
 * @property {number | null} epoch
 */

/** The runs of a log. */
export class Progress {
  /** @type {Run[]} */
  runs = []
  /** @type {Checkpoint | null} The one that was reported last. */
  #reported = null
  #isSaved = false

  /**
   * Read a line that may be about a checkpoint.
   *
   * @param {number} line Its number.
   * @param {string} text The line.
   * @param {number | null} step The step that the rank is at.
   * @param {number | null} epoch The epoch that it is at.
   */
  readCheckpoint(line, text, step, epoch) {
    if (CHECKPOINT.not.test(text)) return
    const isSaved = CHECKPOINT.saved.test(text)
    if (!isSaved && !CHECKPOINT.saving.test(text)) return
    const named = CHECKPOINT.position.exec(text)
    const ofEpoch = CHECKPOINT.epoch.exec(text)
    this.#reported = {
      line, step: named ? Number(named[1]) : step, epoch: ofEpoch ? Number(ofEpoch[1]) : epoch,
    }
    this.#isSaved = isSaved
  }

  /**
   * Note a step.
   *
   * @param {number} line Number of the line.
   * @param {number | null} step The step, if the line names it.
   * @param {number | null} epoch The epoch, if the line names it.
   * @param {string | null} time The time in its prefix, as printed.
   * @param {boolean} restarts Whether it is the first one of another start.
   */
  step(line, step, epoch, time, restarts) {
    if (!this.runs.length || (restarts && this.runs.length < LIMITS.most_runs)) {
      this.end()
      this.runs.push({
        line, firstStep: step, lastLine: 0, lastStep: null, lastEpoch: null, lastTime: null, checkpoint: null,
      })
      this.#reported = null
    }
    const run = this.runs[this.runs.length - 1]
    if (this.#reported) run.checkpoint = this.#reported
    run.lastLine = line
    run.lastStep = step
    run.lastEpoch = epoch
    run.lastTime = time ?? run.lastTime
  }

  /** End the log, or a run: a checkpoint that was only begun does not count. */
  end() {
    const run = this.runs.at(-1)
    if (run && this.#reported && this.#isSaved) run.checkpoint = this.#reported
  }
}

/**
 * Return the steps after the last checkpoint.
 *
 * @param {Run} run A run.
 * @returns {number | null} Null where the log doesn't say.
 */
export function lostSteps({ checkpoint, lastStep }) {
  if (!checkpoint || checkpoint.step === null || lastStep === null) return null
  const lost = lastStep - checkpoint.step
  return lost >= 0 ? lost : null
}
