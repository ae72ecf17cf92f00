/**
 * Diagnoses logs beside the page, so that the page stays usable.
 *
 * Takes { entries } once, then { log }; answers with { part } while it reads, then with { result } or
 * { problem }. It is ended to cancel.
 */

import { Engine } from "../matching/index.js"
import { address, scope } from "../shared/worker-scope.js"
import { diagnose } from "./log-reader.js"

scope.importScripts(new URL("matcher.js", address).href)

/** @type {Engine} */
let engine

scope.addEventListener("message", async ({ data }) => {
  if (data.entries) {
    engine = new Engine(data.entries)
    return
  }
  try {
    const onProgress = (/** @type {number} */ part) => scope.postMessage({ part })
    scope.postMessage({ result: await diagnose(engine, data.log, onProgress) })
  } catch (error) {
    scope.postMessage({ problem: /** @type {Error} */ (error).message })
  }
})
