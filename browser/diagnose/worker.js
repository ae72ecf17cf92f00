/**
 * Diagnoses logs beside the page, so that the page stays usable.
 *
 * Takes { entries } once, then { log }; answers with { part } while it reads, then with { result } or
 * { problem }. It is ended to cancel. Takes { diagnosis, tail, tables }, too, and answers with { codes }.
 */

import { Diagnoser } from "../matching/index.js"
import { address, scope } from "../common/worker-scope.js"
import { diagnose } from "./log-reader.js"

scope.importScripts(new URL("matcher.js", address).href)

/** @type {Diagnoser} */
let diagnoser

scope.addEventListener("message", async ({ data }) => {
  if (data.entries) {
    diagnoser = new Diagnoser(data.entries)
    return
  }
  if (data.tables) {
    scope.postMessage({ codes: diagnoser.codes(data.diagnosis, data.tail, data.tables) })
    return
  }
  try {
    const onProgress = (/** @type {number} */ part) => scope.postMessage({ part })
    scope.postMessage({ result: await diagnose(diagnoser, data.log, onProgress) })
  } catch (error) {
    scope.postMessage({ problem: /** @type {Error} */ (error).message })
  }
})
