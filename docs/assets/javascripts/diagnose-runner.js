/* Has a log diagnosed in a worker, or in the page where the browser refuses one, as Chromium does for
 * pages opened from the disk. Defines TrainwreckRunner.
 */

globalThis.TrainwreckRunner = class {
  #worker = null
  #matcher = null
  #run = null

  /**
   * @param {URL} folder Where the scripts are.
   * @param {object[]} entries Entries of the compiled catalog.
   */
  constructor(folder, entries) {
    this.folder = folder
    // What the matcher reads; the rest need not be copied to the worker.
    this.entries = entries.map(entry => ({
      id: entry.id, messages: entry.messages, unless: entry.unless, caused_by: entry.caused_by,
    }))
  }

  /**
   * Diagnoses a log; one that is still being read is cancelled.
   *
   * @param {Blob|string} log The log.
   * @param {(part: number) => void} onProgress Told which part is read, from 0 to 1.
   * @returns {Promise<object|null>} As `TrainwreckLog.diagnose()`; null when cancelled.
   * @throws {Error} Where it cannot be read; the message says why and what to do.
   */
  diagnose(log, onProgress) {
    this.cancel()
    return new Promise((resolve, reject) => {
      const run = { log, onProgress, resolve, reject }
      this.#run = run
      const worker = this.#startWorker()
      if (worker) worker.postMessage({ log })
      else this.#diagnoseHere(run)
    })
  }

  /** Ends the reading, if there is one. */
  cancel() {
    if (!this.#run) return
    this.#run.resolve(null)
    this.#run = null
    this.#worker?.terminate()
    this.#worker = null
  }

  #startWorker() {
    if (this.#worker || this.#matcher) return this.#worker
    try {
      this.#worker = new Worker(new URL("diagnose-worker.js", this.folder))
    } catch {
      return null
    }
    this.#worker.addEventListener("message", ({ data }) => {
      if ("part" in data) this.#run?.onProgress(data.part)
      else this.#end(data.result, data.problem)
    })
    // It did not start, or ran out of memory.
    this.#worker.addEventListener("error", event => {
      event.preventDefault()
      this.#worker?.terminate()
      this.#worker = null
      if (this.#run) this.#diagnoseHere(this.#run)
    })
    this.#worker.postMessage({ entries: this.entries })
    return this.#worker
  }

  async #diagnoseHere(run) {
    const isCancelled = () => this.#run !== run
    try {
      this.#matcher ??= new TrainwreckMatcher(this.entries)
      const result = await TrainwreckLog.diagnose(
        this.#matcher, run.log, run.onProgress, isCancelled,
      )
      if (!isCancelled()) this.#end(result)
    } catch (error) {
      if (!isCancelled()) this.#end(null, error.message)
    }
  }

  #end(result, problem) {
    const run = this.#run
    this.#run = null
    if (problem === undefined) run?.resolve(result)
    else run?.reject(new Error(problem))
  }
}
