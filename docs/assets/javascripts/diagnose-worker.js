/* Diagnoses logs beside the page, so that the page stays usable.
 *
 * Takes { entries } once, then { log }; answers with { part } while it reads, then with { result } or
 * { problem }. It is ended to cancel.
 */

importScripts("matcher.js", "diagnose-log.js")

let matcher = null

addEventListener("message", async ({ data }) => {
  if (data.entries) {
    matcher = new TrainwreckMatcher(data.entries)
    return
  }
  try {
    const onProgress = part => postMessage({ part })
    postMessage({ result: await TrainwreckLog.diagnose(matcher, data.log, onProgress) })
  } catch (error) {
    postMessage({ problem: error.message })
  }
})
