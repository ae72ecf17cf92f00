/** Material's own search worker, run inside ours. */

/** @import { WorkerScope } from "../common/worker-scope.js" */

/**
 * @typedef {object} Message What pages and workers tell one another.
 * @property {number} type One of SETUP, READY, QUERY and RESULT.
 * @property {any} [data]
 */

/** Brings the index to a worker. */
export const SETUP = 0
/** Answers SETUP. */
export const READY = 1
/** Asks for results. */
export const QUERY = 2
/** Answers QUERY. */
export const RESULT = 3

const ADDRESS = /^workers\/search\.[\w.]+\.js$/
const MOST_WORDS = 12
const FEW_WORDS = 6

/** Asks Material's worker, one message at a time. */
export class StockWorker {
  /** @type {Message | undefined} */
  #answer
  /** @type {((event: { data: Message }) => unknown) | undefined} */
  #handle

  /**
   * Load the worker. It listens for messages and posts its answers; this object intercepts both.
   *
   * @param {WorkerScope} scope What the worker runs in.
   * @param {string | null} path Its address, relative to `base`.
   * @param {URL} base Address of our worker.
   * @returns {Promise<StockWorker | undefined>} Nothing where it cannot be loaded.
   */
  static async load(scope, path, base) {
    if (!ADDRESS.test(path ?? "")) return undefined
    const { addEventListener } = scope
    const worker = new StockWorker()
    scope.addEventListener = (_, handle) => {
      worker.#handle = handle
    }
    // For good: it answers whenever it is asked.
    scope.postMessage = answer => {
      worker.#answer = answer
    }
    try {
      await scope.importScripts(new URL(/** @type {string} */ (path), base).href)
    } catch (error) {
      console.warn("search: only entries are found:", error)
      return undefined
    } finally {
      scope.addEventListener = addEventListener
    }
    return worker.#handle && worker
  }

  /**
   * Ask the worker.
   *
   * @param {Message} message A message.
   * @returns {Promise<Message | undefined>} Its answer.
   */
  async ask(message) {
    this.#answer = undefined
    await this.#handle?.({ data: message })
    return this.#answer
  }
}

/**
 * Return a query that Material's worker can handle: words only, because it takes punctuation for
 * operators ("~1500" hangs it, "-x" drops pages and quotes find nothing). A short text is completed
 * as it is typed, as Material does; the words of a long one are looked for as they are.
 *
 * @param {string} text What somebody typed or pasted.
 * @returns {string} The query; empty where there are no words.
 */
export function stockQuery(text) {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{2,40}/gu))]
  if (words.length <= FEW_WORDS) return words.join(" ")
  return words
    .filter(word => !/^\d+$|^0x|\d.*\d.*\d/.test(word))
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_WORDS)
    .map(word => `${word}^1`)
    .join(" ")
}
