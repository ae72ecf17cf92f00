/** Which rows of the quick reference a filter keeps, and what is shown of each category. */

import { hasWords } from "../matrix/filter.js"

/**
 * @typedef {object} Row A row of a table.
 * @property {HTMLElement} element
 * @property {string} id The id of its entry.
 * @property {string} text What the row says, normalized.
 *
 * @typedef {object} Shown What is shown of a category.
 * @property {boolean[]} kept Whether each row is.
 * @property {number} number How many are.
 * @property {boolean} isOpen Whether the rows are shown at once.
 */

/** More rows than this are shown only to those who open their category. */
const FEW = 40

/**
 * Filter the categories.
 *
 * @param {Pick<Row, "text">[][]} categories The rows of each category.
 * @param {string} text What was typed.
 * @returns {Shown[]} What is shown of each.
 */
export function filtered(categories, text) {
  const kept = categories.map(rows => rows.map(row => hasWords(row.text, text)))
  const numbers = kept.map(ones => ones.filter(Boolean).length)
  const isShort = text.trim() !== "" && numbers.reduce((sum, number) => sum + number, 0) <= FEW
  return kept.map((ones, index) => {
    const number = numbers[index]
    return { kept: ones, number, isOpen: isShort && number > 0 }
  })
}
