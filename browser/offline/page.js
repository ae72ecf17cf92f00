/**
 * A site opened from the disk, where Chromium refuses workers: Material's search gets one that runs in
 * a frame; everything else gets the browser's own, refusals included.
 */

import { NativeWorker } from "./native-worker.js"
import "iframe-worker/shim"

const NAME = "search-worker.js?"

/**
 * @this {unknown}
 * @param {string | URL} url
 * @param {WorkerOptions} [options]
 */
function Worker(url, options) {
  // IFrameWorker adds "?" and the time to the address, which must not end up in a parameter in use.
  return `${url}`.includes(NAME)
    ? new /** @type {any} */ (window).IFrameWorker(`${url}&at=`)
    : new NativeWorker(url, options)
}

if (NativeWorker) window.Worker = /** @type {any} */ (Worker)
