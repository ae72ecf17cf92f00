/** The chosen cluster, kept where the browser allows it. */

const KEY = "trainwreck.cluster"

/**
 * Return the cluster that was chosen before.
 *
 * @returns {string} Its id; empty where none was chosen.
 */
export function rememberedCluster() {
  try {
    return localStorage.getItem(KEY) ?? ""
  } catch {
    return ""
  }
}

/**
 * Keep the choice.
 *
 * @param {string} id The cluster's id; empty for all.
 */
export function rememberCluster(id) {
  try {
    localStorage.setItem(KEY, id)
  } catch {
    // Storage is off: the choice lasts as long as the page.
  }
}
