/** Shows only the first rows of the matrix until somebody asks for all: long tables are slow to lay out. */

/** @import { Row } from "./filter.js" */

/** How many rows are shown at first; the style sheet hides the others until this script has run. */
const FIRST = 200

/** How much of the matrix is shown. */
export class Paging {
  #isWhole = false
  /** @type {Row[]} */
  #kept = []

  /**
   * Add a button that shows all rows.
   *
   * @param {HTMLTableElement} table
   * @param {() => void} change Is called after somebody has asked for all rows.
   */
  constructor(table, change) {
    this.button = document.createElement("button")
    this.button.type = "button"
    this.button.className = "md-button"
    this.button.addEventListener("click", () => {
      this.#isWhole = true
      change()
      // The button is gone; whoever reads by keyboard goes on where the rows ended.
      this.#kept[FIRST].element.querySelector("a")?.focus({ preventScroll: true })
    })
    table.closest(".matrix")?.append(this.button)
    this.body = table.tBodies[0]
  }

  /**
   * Show the rows that a filter keeps, or the first of them.
   *
   * @param {Row[]} rows All rows.
   * @param {Row[]} kept Those to show, in order.
   * @returns {number} How many are shown.
   */
  show(rows, kept) {
    const shown = new Set(this.#isWhole ? kept : kept.slice(0, FIRST))
    for (const row of rows) row.element.hidden = !shown.has(row)
    this.body.dataset.isPaged = ""
    this.#kept = kept
    this.button.textContent = `Show all ${kept.length} errors`
    this.button.hidden = shown.size === kept.length
    return shown.size
  }
}
