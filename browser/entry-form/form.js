/** The fields of the form: what they contain, and what is wrong with it. */

import { find, make, makeLink } from "../common/elements.js"
import { pageAddress } from "../common/site.js"

/** @import { Fields } from "./draft.js" */
/** @import { Problem } from "./problems.js" */

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */

/** The form with its fields. */
export class Form {
  /**
   * @param {HTMLFormElement} element The form.
   * @param {Fields} fields Its fields by name.
   */
  constructor(element, fields) {
    this.element = element
    this.fields = fields
    this.summary = find(element, "[data-new-error-summary]", HTMLElement)
  }

  /**
   * Return the control of a field.
   *
   * @param {string} name Name of the field.
   * @returns {Control} What can have the focus; of several controls the first.
   */
  control(name) {
    return /** @type {Control} */ (this.element.querySelector(`#new-error-${name}`))
  }

  /**
   * Read the fields.
   *
   * @returns {Record<string, any>} By name: text, a list of the chosen words, or whether a box is checked.
   */
  read() {
    /** @type {Record<string, any>} */
    const values = {}
    for (const control of this.#controls()) {
      if (!isBox(control)) values[control.name] = control.value
      else if (!isOneOfSeveral(control)) values[control.name] = control.checked
      else (values[control.name] ??= []).push(...(control.checked ? [control.value] : []))
    }
    return values
  }

  /**
   * Fill the fields.
   *
   * @param {Record<string, any>} values As `read()` returns them; what is missing or of another type is
   *   emptied.
   */
  fill(values) {
    for (const control of this.#controls()) {
      const value = values[control.name]
      if (isBox(control)) {
        const isChosen = Array.isArray(value) && value.includes(control.value)
        control.checked = isOneOfSeveral(control) ? isChosen : value === true
      } else {
        control.value = typeof value === "string" ? value : ""
      }
      // A word that is no longer in the vocabulary.
      if (control instanceof HTMLSelectElement && control.selectedIndex === -1) control.selectedIndex = 0
    }
  }

  /**
   * Check the boxes of a field, where none is checked.
   *
   * @param {string} name Name of the field.
   * @param {string[]} words The words to choose.
   */
  suggestWords(name, words) {
    const boxes = this.#controls().filter(isBox).filter(box => box.name === name)
    if (boxes.some(box => box.checked)) return
    for (const box of boxes) box.checked = words.includes(box.value)
  }

  /**
   * Show what is wrong at the fields.
   *
   * @param {Problem[]} problems All problems.
   * @param {(field: string) => boolean} isDue Tells whether those of a field are to be shown.
   */
  showProblems(problems, isDue) {
    for (const part of this.element.querySelectorAll("[data-field]")) {
      const name = /** @type {HTMLElement} */ (part).dataset.field ?? ""
      const own = isDue(name) ? problems.filter(({ field }) => field === name) : []
      const shown = find(part, ".new-error__problem", HTMLElement)
      shown.hidden = !own.length
      shown.replaceChildren(...own.map(problem => this.#problemLine(problem)))
      for (const control of part.querySelectorAll("input, select, textarea")) {
        if (own.length) control.setAttribute("aria-invalid", "true")
        else control.removeAttribute("aria-invalid")
      }
    }
  }

  /**
   * Show all problems together, each with a link to its field.
   *
   * @param {Problem[]} problems The problems; with none the summary goes away.
   */
  showSummary(problems) {
    this.summary.hidden = !problems.length
    if (!problems.length) {
      this.summary.replaceChildren()
      return
    }
    const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`
    const items = problems.map(problem => make("li", "", this.#linkToField(problem)))
    this.summary.replaceChildren(
      make("p", "new-error__legend", `${count} to fix`), make("ul", "", ...items),
    )
  }

  /** Say below each list of words what the chosen one means, and show the fields that go with it. */
  showMeanings() {
    for (const shown of this.element.querySelectorAll("[data-meaning-of]")) {
      const { meaningOf = "" } = /** @type {HTMLElement} */ (shown).dataset
      const [chosen] = /** @type {HTMLSelectElement} */ (this.control(meaningOf)).selectedOptions
      shown.textContent = chosen?.dataset.meaning ?? ""
    }
    const way = this.control("reproduction").value
    this.#showField("error", way === "script")
    this.#showField("fixed", way === "script")
    this.#showField("because", way !== "script" && way !== "")
  }

  /** @returns {Control[]} */
  #controls() {
    return [...this.element.querySelectorAll(/** @type {"input"} */ ("input[name], select[name], textarea[name]"))]
  }

  /** @param {Problem} problem */
  #problemLine({ field, message, fix, id }) {
    const line = make("span", "", `${this.fields[field].label}: ${message}; ${fix}`)
    if (id) line.append(" (", makeLink(pageAddress(`errors/${id}/`), id), ")")
    return line
  }

  /** @param {Problem} problem */
  #linkToField({ field, message }) {
    const link = makeLink(`#new-error-${field}`, `${this.fields[field].label}: ${message}`)
    link.addEventListener("click", event => {
      event.preventDefault()
      this.control(field).focus()
    })
    return link
  }

  /**
   * @param {string} name
   * @param {boolean} isShown
   */
  #showField(name, isShown) {
    find(this.element, `[data-field="${name}"]`, HTMLElement).hidden = !isShown
  }
}

/**
 * @param {Control} control
 * @returns {control is HTMLInputElement}
 */
function isBox(control) {
  return control.type === "checkbox"
}

/** @param {HTMLInputElement} box */
function isOneOfSeveral(box) {
  return box.value !== "on"
}
