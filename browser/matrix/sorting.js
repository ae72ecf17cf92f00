/** Sorts the matrix by a column; the address keeps by which. */

import { comparison } from "./filter.js"

/** @import { Row } from "./filter.js" */

/** The order of the rows. */
export class Sorting {
  /** @type {number | null} */
  #column = null
  #descending = false

  /**
   * Make the headers of a table into buttons.
   *
   * @param {HTMLTableElement} table
   * @param {Row[]} rows Its rows, which are put in order.
   * @param {string[]} severities In their order.
   * @param {() => void} change Is called after somebody has sorted the table.
   */
  constructor(table, rows, severities, change) {
    this.body = table.tBodies[0]
    this.rows = rows
    this.severities = severities
    this.headers = [.../** @type {HTMLTableSectionElement} */ (table.tHead).rows[0].cells]
    this.names = this.headers.map(header => header.textContent.trim())
    for (const [column, header] of this.headers.entries()) {
      const button = document.createElement("button")
      button.type = "button"
      button.textContent = header.textContent
      button.addEventListener("click", () => {
        this.#sort(column, header.getAttribute("aria-sort") === "ascending")
        change()
      })
      header.replaceChildren(button)
    }
  }

  /**
   * Return what the address keeps.
   *
   * @returns {[string, string][]} Names and values; none if the rows are in their own order.
   */
  chosen() {
    if (this.#column === null) return []
    /** @type {[string, string][]} */
    const chosen = [["sort", this.names[this.#column]]]
    return this.#descending ? [...chosen, ["order", "descending"]] : chosen
  }

  /** Sort as the address says. */
  restore() {
    const chosen = new URLSearchParams(location.hash.slice(1))
    const column = this.names.indexOf(chosen.get("sort") ?? "")
    if (column >= 0) this.#sort(column, chosen.get("order") === "descending")
  }

  /**
   * @param {number} column
   * @param {boolean} descending
   */
  #sort(column, descending) {
    for (const header of this.headers) header.removeAttribute("aria-sort")
    this.headers[column].setAttribute("aria-sort", descending ? "descending" : "ascending")
    const sign = descending ? -1 : 1
    const compare = comparison(column, this.severities)
    this.rows.sort((a, b) => sign * compare(a.cells[column], b.cells[column]))
    this.body.append(...this.rows.map(row => row.element))
    this.#column = column
    this.#descending = descending
  }
}
