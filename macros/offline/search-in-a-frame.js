/* For a site opened from the disk, where Chromium refuses workers: Material's search gets one that runs
 * in a frame, IFrameWorker; everything else gets the browser's own, refusals included.
 */

(() => {
  const name = "search-worker.js?"
  const Native = window.trainwreckNativeWorker
  if (!Native) return
  window.Worker = function Worker(url, options) {
    // IFrameWorker adds "?" and the time to the address, which must not end up in a parameter in use.
    return `${url}`.includes(name) ? new window.IFrameWorker(`${url}&at=`) : new Native(url, options)
  }
})()
