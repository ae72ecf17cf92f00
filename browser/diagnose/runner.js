/**
 * Has a log diagnosed in a worker, or in the page where the browser refuses one, as Chromium does for
 * pages opened from the disk.
 */

import { Diagnoser } from "../matching/index.js"
import { scriptFolder } from "../common/site.js"
import { diagnose } from "./log-reader.js"

/** @import { CodeTable, DiagnosedEntry } from "../common/types.js" */
/** @import { CodeInLog } from "../matching/code-sightings.js" */
/** @import { Reading } from "./log-reader.js" */

/**
 * @typedef {object} Run A diagnosis that was asked for.
 * @property {Blob | string} log
 * @property {(part: number) => void} onProgress
 * @property {(reading: Reading | null) => void} resolve
 * @property {(error: Error) => void} reject
 */

/** Diagnoses one log at a time. */
export class Runner {
  /** @type {Worker | null} */
  #worker = null
  /** @type {Diagnoser | null} */
  #diagnoser = null
  /** @type {Run | null} */
  #run = null
  /** @type {(codes: CodeInLog[]) => void} */
  #onCodes = () => {}

  /** @param {DiagnosedEntry[]} entries Entries of the catalog. */
  constructor(entries) {
    // What the matcher reads; the rest need not be copied to the worker.
    this.entries = entries.map(entry => {
      const { id, kind, messages, secondary, unless, telltales, series, caused_by, narrows } = entry
      const { verdict, category, action } = entry
      const said = { verdict, category, action }
      return { id, kind, messages, secondary, unless, telltales, series, caused_by, narrows, ...said }
    })
  }

  /**
   * Diagnose a log; one that is still being read is cancelled.
   *
   * @param {Blob | string} log The log.
   * @param {(part: number) => void} onProgress Told which part is read, from 0 to 1.
   * @returns {Promise<Reading | null>} As `diagnose()` of log-reader.js; null when cancelled.
   * @throws {Error} Where it cannot be read; the message says why and what to do.
   */
  diagnose(log, onProgress) {
    this.cancel()
    return new Promise((resolve, reject) => {
      const run = { log, onProgress, resolve, reject }
      this.#run = run
      const worker = this.#startedWorker()
      if (worker) worker.postMessage({ log })
      else this.#diagnoseHere(run)
    })
  }

  /**
   * Find the codes in a log that no entry explains, after it was read.
   *
   * @param {Reading} reading What was found in the log.
   * @param {CodeTable[]} tables The tables of codes.
   * @returns {Promise<CodeInLog[]>} The codes; never ends where another log is read instead.
   */
  codes({ diagnosis, tail }, tables) {
    if (this.#diagnoser) return Promise.resolve(this.#diagnoser.codes(diagnosis, tail, tables))
    this.#worker?.postMessage({ diagnosis, tail, tables })
    return new Promise(resolve => { this.#onCodes = resolve })
  }

  /** End the reading, if there is one. */
  cancel() {
    if (!this.#run) return
    this.#run.resolve(null)
    this.#run = null
    this.#endWorker()
  }

  #startedWorker() {
    if (this.#worker || this.#diagnoser) return this.#worker
    try {
      this.#worker = new Worker(new URL("diagnose-worker.js", scriptFolder))
    } catch {
      return null
    }
    this.#worker.addEventListener("message", ({ data }) => {
      if ("part" in data) this.#run?.onProgress(data.part)
      else if ("codes" in data) this.#onCodes(data.codes)
      else this.#end(data.result, data.problem)
    })
    // It did not start, or ran out of memory.
    this.#worker.addEventListener("error", event => {
      event.preventDefault()
      this.#endWorker()
      if (this.#run) this.#diagnoseHere(this.#run)
    })
    this.#worker.postMessage({ entries: this.entries })
    return this.#worker
  }

  #endWorker() {
    this.#worker?.terminate()
    this.#worker = null
  }

  /** @param {Run} run */
  async #diagnoseHere(run) {
    const isCancelled = () => this.#run !== run
    try {
      this.#diagnoser ??= new Diagnoser(this.entries)
      const reading = await diagnose(this.#diagnoser, run.log, run.onProgress, isCancelled)
      if (!isCancelled()) this.#end(reading)
    } catch (error) {
      if (!isCancelled()) this.#end(null, /** @type {Error} */ (error).message)
    }
  }

  /**
   * @param {Reading | null} reading
   * @param {string} [problem]
   */
  #end(reading, problem) {
    const run = this.#run
    this.#run = null
    if (problem === undefined) run?.resolve(reading)
    else run?.reject(new Error(problem))
  }
}
