/** The scripts of the site: what is bundled into which. All are classic, because pages that are
 * opened from the disk can load no modules. */

/** Each script with the module that it is made of. */
export const ENTRY_POINTS = {
  // Every page.
  site: "site/page.js",
  // Kinds of pages.
  "search-box": "search/search-box.js",
  matrix: "matrix/page.js",
  "quick-reference": "quick-reference/page.js",
  codes: "codes/page.js",
  diagnose: "diagnose/page.js",
  "entry-form": "entry-form/page.js",
  // Workers.
  "search-worker": "search/worker.js",
  "diagnose-worker": "diagnose/worker.js",
  // Loaded by a page or a worker that needs it.
  matcher: "matching/index.js",
  gzip: "diagnose/gzip.js",
  zstandard: "diagnose/zstandard.js",
  plot: "diagnose/plot.js",
  // Loaded first where the site is opened from the disk.
  offline: "offline/page.js",
}

/** Scripts that other scripts use through a global variable, with its name. */
export const GLOBALS = {
  matcher: "trainwreckMatching",
  gzip: "trainwreckGzip",
  zstandard: "trainwreckZstandard",
  plot: "trainwreckPlot",
}
