/** The global object of a worker, or of a frame that replaces one where workers are refused. */

/**
 * @typedef {object} WorkerScope
 * @property {(message: any) => void} postMessage Tell the page something.
 * @property {(type: "message", handle: (event: { data: any }) => unknown) => void} addEventListener
 * @property {(...addresses: string[]) => void | Promise<void>} importScripts Load scripts; in a frame this
 *   is asynchronous.
 */

export const scope = /** @type {WorkerScope} */ (/** @type {unknown} */ (globalThis))

/** Address of the script that runs. */
export const address = new URL(
  /** @type {HTMLScriptElement | null} */ (globalThis.document?.currentScript)?.src
    ?? globalThis.location.href,
)
