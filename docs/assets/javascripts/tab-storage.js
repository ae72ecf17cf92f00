/* Keeps values for this tab, where the browser lets them be: over a reload, and from one page to the
 * next. They never stand in an address. Defines TrainwreckTab.
 */

globalThis.TrainwreckTab = (() => {
  "use strict"

  /**
   * Reads a value.
   *
   * @param {string} key Its name.
   * @returns {*} The value; null where none is kept.
   */
  function read(key) {
    try {
      return JSON.parse(sessionStorage.getItem(key))
    } catch {
      return null
    }
  }

  /**
   * Keeps a value.
   *
   * @param {string} key Its name.
   * @param {*} value What JSON can hold.
   * @returns {boolean} Whether it is kept: storage can be off, and holds some megabytes only.
   */
  function keep(key, value) {
    try {
      sessionStorage.setItem(key, JSON.stringify(value))
      return true
    } catch {
      return false
    }
  }

  /**
   * Forgets a value.
   *
   * @param {string} key Its name.
   */
  function forget(key) {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Storage is off, so nothing is kept.
    }
  }

  return { read, keep, forget }
})()
