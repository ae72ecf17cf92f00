/** The log at the top of the form: what it may stand for, and the entries that explain it. */

import { find, make, makeButton, makeLink, printable } from "../common/elements.js"
import { pageAddress } from "../common/site.js"
import { forgetInTab, readFromTab } from "../common/tab-storage.js"
import { redacted } from "./redaction.js"

/** @import { KnownMatch } from "../matching/results.js" */
/** @import { Entry } from "../common/types.js" */
/** @import { FirstLook } from "./first-look.js" */
/** @import { Proposal } from "./proposals.js" */

const KEY = "trainwreck.log"
/** Longer text makes a field slow. */
const LONGEST_LOG = 200_000

/** Reads the log that was pasted and shows what it tells. */
export class LogSection {
  /** @type {string | null} */
  #text = null
  /** Knows the entries once they are loaded. @type {FirstLook | null} */
  #look = null
  /** The entries by their ids. @type {Map<string, Entry>} */
  #entries = new Map()
  #notice = ""

  /**
   * @param {HTMLFormElement} form The form.
   * @param {(proposal: Proposal) => void} onUse Told which proposal to use.
   */
  constructor(form, onUse) {
    this.onUse = onUse
    this.field = find(form, "#new-error-log", HTMLTextAreaElement)
    this.proposals = find(form, "[data-new-error-proposals]", HTMLElement)
    this.knownPart = find(form, "[data-new-error-known]", HTMLElement)
    this.knownList = find(form, "[data-new-error-known-list]", HTMLElement)
    /** The log without names. */
    this.log = ""
    /** @type {KnownMatch[]} The entries that explain it. */
    this.known = []
  }

  /**
   * Say below a log that it isn't compared yet, until it is.
   *
   * @param {string} notice Why.
   */
  tell(notice) {
    this.#notice = notice
    this.#text = null
    this.update()
  }

  /**
   * Compare the log with the entries from now on.
   *
   * @param {FirstLook} look Knows the entries.
   * @param {Map<string, Entry>} entries Them by their ids.
   */
  compareWith(look, entries) {
    this.#look = look
    this.#entries = entries
    this.#text = null
  }

  /** Take over the lines that the page for diagnoses kept for this one. */
  takeOver() {
    const lines = readFromTab(KEY)
    forgetInTab(KEY)
    if (typeof lines === "string") this.field.value = lines.slice(-LONGEST_LOG)
  }

  /**
   * Put the end of a long log into the field.
   *
   * @param {ClipboardEvent} event What was pasted.
   * @returns {boolean} Whether it was long.
   */
  shortenPaste(event) {
    const text = event.clipboardData?.getData("text/plain") ?? ""
    if (text.length <= LONGEST_LOG) return false
    event.preventDefault()
    this.field.value = text.slice(-LONGEST_LOG)
    return true
  }

  /** Read the log again, where it changed, and show the messages that it may stand for. */
  update() {
    const text = this.field.value.slice(-LONGEST_LOG)
    if (text === this.#text) return
    this.#text = text
    this.log = redacted(text)
    const look = this.#look
    this.known = look && this.log.trim() ? look.explaining(this.log) : []
    this.proposals.replaceChildren(...(look ? this.#proposalElements(look) : this.#noticeElements()))
  }

  /**
   * Show the entries that explain the log or the messages.
   *
   * @param {KnownMatch[]} byMessages Those of the messages.
   */
  showKnown(byMessages) {
    const found = new Map([...this.known, ...byMessages].map(match => [match.id, match]))
    this.knownPart.hidden = !found.size
    this.knownList.replaceChildren(...[...found.values()].map(({ id, confidence }) => {
      const { title, url } = /** @type {Entry} */ (this.#entries.get(id))
      return make("li", "", makeLink(pageAddress(url), printable(title)), ` (${id}, ${confidence})`)
    }))
  }

  #noticeElements() {
    return this.log.trim() ? [make("p", "new-error__hint", this.#notice)] : []
  }

  /** @param {FirstLook} look */
  #proposalElements(look) {
    const items = look.proposals(this.log).map(proposal => this.#proposalItem(proposal))
    if (items.length) {
      return [
        make("p", "", "Lines that look like errors, with placeholders where they vary:"),
        make("ul", "new-error__proposals", ...items),
      ]
    }
    if (!this.log.trim()) return []
    return [make("p", "new-error__hint", "No line looks like an error: write the messages yourself.")]
  }

  /** @param {Proposal} proposal */
  #proposalItem(proposal) {
    const { message } = proposal
    const button = makeButton("md-button new-error__add", () => this.onUse(proposal),
      "Use it", make("span", "unseen", ` as a message: ${message}`))
    return make("li", "", make("code", "", message), " ", button)
  }
}
