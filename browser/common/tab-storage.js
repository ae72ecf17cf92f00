/**
 * Keeps values for this tab, where the browser allows it: over a reload, and from one page to the
 * next. They are never part of an address.
 */

/**
 * Read a value.
 *
 * @param {string} key Its name.
 * @returns {any} The value; null where none is kept.
 */
export function readFromTab(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null")
  } catch {
    return null
  }
}

/**
 * Keep a value.
 *
 * @param {string} key Its name.
 * @param {unknown} value What JSON can hold.
 * @returns {boolean} Whether it is kept: storage can be off, and holds some megabytes only.
 */
export function keepInTab(key, value) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/**
 * Forget a value.
 *
 * @param {string} key Its name.
 */
export function forgetInTab(key) {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is off, so nothing is kept.
  }
}
