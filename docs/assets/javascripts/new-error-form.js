/* The fields of the form: what stands in them, what is wrong with them. Text is only ever text here.
 * Defines TrainwreckNewForm.
 */

globalThis.TrainwreckNewForm = class {
  /**
   * @param {HTMLFormElement} form The form.
   * @param {Record<string, {label: string}>} fields Its fields by name.
   */
  constructor(form, fields) {
    this.form = form
    this.fields = fields
    this.summary = form.querySelector("[data-new-error-summary]")
  }

  /**
   * Reads the fields.
   *
   * @returns {Record<string, string|string[]|boolean>} What stands in each, by name.
   */
  read() {
    const values = {}
    for (const control of this.form.elements) {
      if (!control.name) continue
      if (control.type !== "checkbox") values[control.name] = control.value
      else if (!this.#isOneOfSeveral(control)) values[control.name] = control.checked
      else (values[control.name] ??= []).push(...(control.checked ? [control.value] : []))
    }
    return values
  }

  /**
   * Fills the fields; what is not given is emptied.
   *
   * @param {object} values As `read()` returns them; anything else is passed over.
   */
  fill(values) {
    for (const control of this.form.elements) {
      if (!control.name) continue
      const value = values[control.name]
      if (control.type === "checkbox") {
        control.checked = this.#isOneOfSeveral(control)
          ? Array.isArray(value) && value.includes(control.value)
          : value === true
      } else {
        control.value = typeof value === "string" ? value : ""
      }
      // A word that the vocabulary has no more.
      if (control.selectedIndex === -1) control.selectedIndex = 0
    }
  }

  /**
   * Returns the control of a field, of several the first.
   *
   * @param {string} name Name of the field.
   * @returns {HTMLElement} What can have the focus.
   */
  control(name) {
    return this.form.querySelector(`#new-error-${name}`)
  }

  /**
   * Shows what is wrong at the fields.
   *
   * @param {{field: string, problem: string, remedy: string, id?: string}[]} faults All faults.
   * @param {(field: string) => boolean} isDue Tells whether those of a field are to be shown.
   * @param {(id: string) => string} addressOf Gives the address of an entry's page.
   */
  showFaults(faults, isDue, addressOf) {
    const { make } = TrainwreckReport
    for (const part of this.form.querySelectorAll("[data-field]")) {
      const name = part.dataset.field
      const own = isDue(name) ? faults.filter(({ field }) => field === name) : []
      const shown = part.querySelector(".new-error__fault")
      shown.hidden = !own.length
      shown.replaceChildren(...own.map(({ problem, remedy, id }) => {
        const line = make("span", "", `${this.fields[name].label}: ${problem}; ${remedy}`)
        if (id) {
          const link = make("a", "", id)
          link.href = addressOf(id)
          line.append(" (", link, ")")
        }
        return line
      }))
      for (const control of part.querySelectorAll("input, select, textarea")) {
        if (own.length) control.setAttribute("aria-invalid", "true")
        else control.removeAttribute("aria-invalid")
      }
    }
  }

  /**
   * Shows all faults together, each with a link to its field.
   *
   * @param {{field: string, problem: string, remedy: string}[]} faults The faults; with none the
   *   summary goes away.
   */
  showSummary(faults) {
    const { make } = TrainwreckReport
    this.summary.hidden = !faults.length
    if (!faults.length) {
      this.summary.replaceChildren()
      return
    }
    const items = faults.map(({ field, problem }) => {
      const link = make("a", "", `${this.fields[field].label}: ${problem}`)
      link.href = `#new-error-${field}`
      link.addEventListener("click", event => {
        event.preventDefault()
        this.control(field).focus()
      })
      return make("li", "", link)
    })
    const count = faults.length === 1 ? "One thing is" : `${faults.length} things are`
    this.summary.replaceChildren(
      make("p", "new-error__legend", `${count} to be mended`), make("ul", "", ...items),
    )
  }

  /** Says below each list of words what the chosen one means, and shows the fields that go with it. */
  showMeanings() {
    for (const shown of this.form.querySelectorAll("[data-meaning-of]")) {
      const [chosen] = this.form.elements[shown.dataset.meaningOf].selectedOptions
      shown.textContent = chosen?.dataset.meaning ?? ""
    }
    const way = this.form.elements.reproduction.value
    this.#show("error", way === "script")
    this.#show("cure", way === "script")
    this.#show("because", way !== "script" && way !== "")
  }

  #show(name, isShown) {
    this.form.querySelector(`[data-field="${name}"]`).hidden = !isShown
  }

  #isOneOfSeveral(control) {
    return control.value !== "on"
  }
}
