/**
 * Reads rows of numbers below a head that names the columns, as trainwreck/series/tables.py does: CSV,
 * and tables of notebooks.
 */

import { emptyReading, nameOf, POSITIONS, scaled } from "./line-parser.js"
import { HEAD, LIMITS, NUMBER, ROWS, numberIn } from "./metric-data.js"

/** @import { Reading } from "./line-parser.js" */

/**
 * @typedef {object} Column
 * @property {string} metric
 * @property {string} unit
 * @property {string} name
 */

const DIGIT = /[0-9]/
const EDGES = /^[ |│\t]+|[ |│\t]+$/g

/** The columns of the table that a log is in, if it is in one. */
export class Table {
  /** @type {Map<number, Column>} */
  #columns = new Map()
  #width = 0

  /** Whether the head of a table was read. */
  get hasBegun() {
    return this.#width > 0
  }

  /**
   * Read a line.
   *
   * @param {string} line The line.
   * @returns {Reading | null} What a row says; null for a head and for what is no row.
   */
  read(line) {
    if (line.length > LIMITS.longest_line || (!this.#width && DIGIT.test(line))) return null
    const text = line.replace(EDGES, "")
    const cells = text.split(ROWS)
    const reading = this.#width === cells.length ? this.#row(cells) : null
    if (reading) return reading
    const isFew = cells.length > 1 && cells.length <= LIMITS.most_columns
    if (isFew && !DIGIT.test(text) && cells.every(cell => HEAD.test(cell))) this.#begin(cells)
    return null
  }

  /** @param {string[]} cells */
  #begin(cells) {
    const found = new Map(cells.flatMap((cell, index) => {
      const { metric, unit, text } = nameOf(cell)
      return metric ? [/** @type {[number, Column]} */ ([index, { metric, unit, name: text }])] : []
    }))
    const metrics = new Set([...found.values()].map(({ metric }) => metric))
    if (metrics.size >= 2 && [...metrics].some(metric => !POSITIONS.has(metric))) {
      this.#columns = found
      this.#width = cells.length
    }
  }

  /** @param {string[]} cells */
  #row(cells) {
    const reading = emptyReading()
    for (const [index, { metric, unit, name }] of this.#columns) {
      const cell = cells[index]
      if (!NUMBER.test(cell)) {
        if (POSITIONS.has(metric)) return null
        continue
      }
      const number = numberIn(cell)
      const value = scaled(metric, number, unit)
      if (metric === "epoch") reading.epoch = value
      else if (metric === "step") reading.step = Number.isInteger(number) ? number : null
      else if (value !== null && reading.values.every(([known]) => known !== metric)) {
        reading.values.push([metric, name, value])
      }
    }
    return reading.values.length ? reading : null
  }
}
