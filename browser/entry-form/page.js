/**
 * The page on which a new error is written down: trainwreck new in a form. What is typed stays in this
 * tab until its author opens the host's page for new files.
 */

import { find } from "../common/elements.js"
import { loadCatalog } from "../common/site.js"
import { forgetInTab, keepInTab, readFromTab } from "../common/tab-storage.js"
import { unwritten } from "./draft.js"
import { copyFile, newFileAddress, saveFile } from "./file-actions.js"
import { FirstLook, idLike, titleOf } from "./first-look.js"
import { Form } from "./form.js"
import { judge } from "./judgment.js"
import { LogSection } from "./log-section.js"
import { frameworks, sample } from "./proposals.js"
import { redacted } from "./redaction.js"

/** @import { Catalog } from "../common/types.js" */
/** @import { FormData, Judgment } from "./judgment.js" */
/** @import { Proposal } from "./proposals.js" */

const DRAFT_KEY = "trainwreck.new-error"
/** Fields that are filled from others until somebody writes into them. */
const GUESSED = ["title", "id"]
const LONGEST_PREVIEW = 100_000
/** Milliseconds. A problem shown at once would move the button that somebody is about to press. */
const PAUSE = 250
/** Fields that are compared with the entries, which are loaded once one of these is used. */
const COMPARED = ["log", "messages"]
const LOADING = "Loading the entries to compare with …"
const LOADED = "The entries to compare with are loaded. Press the button again."
const NOT_LOADED =
  "The entries to compare with cannot be loaded. Check the network connection and try again."
const SELECTED =
  "The browser does not let the page copy. The file is selected: copy it with the keyboard, or download it."
const COPIED_FOR_HOST =
  "The file is too long for an address: it was copied. Paste it into the page that was opened."

/** The form and the file that it writes. */
class EntryFormPage {
  /** Fields that were left once, so that their problems may be shown. @type {Set<string>} */
  #touched = new Set()
  #wasSubmitted = false
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pending
  /** @type {Judgment} */
  #judgment
  /** Knows the entries once they are loaded. @type {FirstLook | null} */
  #look = null
  /** @type {Promise<boolean> | null} */
  #loading = null

  /** @param {HTMLFormElement} element The form. */
  constructor(element) {
    this.data = /** @type {FormData} */ (JSON.parse(part(element, "data").textContent))
    this.form = new Form(element, this.data.fields)
    this.status = part(element, "status")
    this.preview = part(element, "preview")
    this.path = part(element, "path")
    this.log = new LogSection(element, proposal => this.#use(proposal))
    this.repository = element.dataset.repository ?? ""
    this.#judgment = judge(this.form.read(), this.data, null, today())
  }

  /** Fill the form with the draft of this tab and listen. */
  start() {
    this.form.fill(readFromTab(DRAFT_KEY) ?? {})
    for (const name of GUESSED) {
      if (this.form.control(name).value) this.form.control(name).dataset.own = ""
    }
    this.log.takeOver()
    this.#listen()
    this.#update()
  }

  #listen() {
    const { element } = this.form
    element.addEventListener("input", ({ target }) => {
      const control = /** @type {HTMLInputElement} */ (target)
      if (GUESSED.includes(control.name)) control.dataset.own = ""
      this.#updateSoon()
    })
    element.addEventListener("change", ({ target }) => {
      const control = /** @type {HTMLInputElement} */ (target)
      this.#touched.add(control.name)
      if (control.name === "sample") control.value = redacted(control.value.slice(0, this.data.longestFile + 1))
      this.#updateSoon()
    })
    for (const name of COMPARED) this.form.control(name).addEventListener("focus", () => this.#load())
    this.log.field.addEventListener("paste", event => this.#pasteLog(event))
    element.addEventListener("submit", () => this.#submit())
    part(element, "copy").addEventListener("click", () => this.#copy("Copied."))
    part(element, "download").addEventListener("click", () => this.#download())
    part(element, "clear").addEventListener("click", () => this.#clear())
  }

  /** @param {ClipboardEvent} event */
  #pasteLog(event) {
    if (!this.log.shortenPaste(event)) return
    this.#update()
    this.#say("Only the end of this log was kept. The page that diagnoses a log reads all of it.")
  }

  /** @param {Proposal} proposal */
  #use({ message, kind }) {
    const field = this.form.control("messages")
    const messages = field.value.split("\n").filter(line => line.trim())
    if (!messages.includes(message)) messages.push(message)
    field.value = messages.join("\n")
    this.#propose(messages, kind)
    this.#update()
    this.#say(`Used as a message: ${message}`)
  }

  /**
   * Fill what a log tells, where nothing was written or only guessed.
   *
   * @param {string[]} messages
   * @param {string} kind
   */
  #propose(messages, kind) {
    this.#guess("title", titleOf(messages[0]))
    this.#guess("id", idLike(this.form.control("title").value))
    const sampleField = this.form.control("sample")
    if (!sampleField.value.trim()) sampleField.value = sample(this.log.log, messages)
    const kindField = this.form.control("kind")
    if (!kindField.value) kindField.value = kind
    this.form.suggestWords("frameworks", frameworks([...messages, sampleField.value].join("\n")))
  }

  /**
   * Fill a line, but not over what a person wrote.
   *
   * @param {string} name
   * @param {string} value
   */
  #guess(name, value) {
    const control = this.form.control(name)
    if (!("own" in control.dataset)) control.value = value
  }

  #updateSoon() {
    clearTimeout(this.#pending)
    this.#pending = setTimeout(() => this.#update(), PAUSE)
  }

  /** Bring everything up to date with the fields, now: no later update is pending. */
  #update() {
    clearTimeout(this.#pending)
    this.log.update()
    this.#guess("id", idLike(this.form.control("title").value))
    const raw = this.form.read()
    keepInTab(DRAFT_KEY, raw)
    if (COMPARED.some(name => raw[name].trim())) this.#load()
    this.#judgment = judge(raw, this.data, this.#look, today())
    const { problems, known } = this.#judgment
    this.form.showMeanings()
    this.log.showKnown(known)
    this.form.showProblems(problems, name => this.#isDue(name))
    if (this.#wasSubmitted) this.form.showSummary(problems)
    this.#showFile()
  }

  /**
   * Load the entries, unless they are there.
   *
   * @returns {Promise<boolean>} Whether they are there now. Where not, the next call tries again.
   */
  #load() {
    this.#loading ??= this.#loadNow()
    return this.#loading
  }

  async #loadNow() {
    this.log.tell(LOADING)
    try {
      /** @type {Catalog} */
      const { entries } = await loadCatalog()
      this.#look = new FirstLook(entries)
      this.log.compareWith(this.#look, new Map(entries.map(entry => [entry.id, entry])))
    } catch {
      this.#loading = null
      this.log.tell(NOT_LOADED)
      this.#say(NOT_LOADED)
      return false
    }
    if (this.status.textContent === NOT_LOADED) this.#say("")
    this.#update()
    return true
  }

  /** @param {string} name */
  #isDue(name) {
    return this.#wasSubmitted || this.#touched.has(name)
  }

  /** Show the file. An unchanged preview is left alone: somebody may have selected it. */
  #showFile() {
    const { given: { category, id }, yaml } = this.#judgment
    this.path.textContent = `errors/${category || "<category>"}/${id || "<id>"}.yml`
    const shown = yaml.slice(0, LONGEST_PREVIEW) + (yaml.length > LONGEST_PREVIEW ? "\n…" : "")
    if (this.preview.textContent !== shown) this.preview.textContent = shown
  }

  async #submit() {
    this.#wasSubmitted = true
    this.#update()
    const { given, problems } = this.#judgment
    if (!this.#look && !problems.length && given.messages.length && !await this.#loadForSubmit()) return
    if (this.#judgment.problems.length) {
      this.#say("")
      this.form.summary.focus()
      return
    }
    const { address, hasContent } = newFileAddress(this.repository, this.#file())
    if (!hasContent && !await this.#copy("")) return
    window.open(address, "_blank", "noopener")
    this.#say(hasContent ? "Opened in a new tab." : COPIED_FOR_HOST, this.#stillAsked())
  }

  /** Load the entries and tell whether a tab may still be opened, which browsers allow only at once. */
  async #loadForSubmit() {
    this.#say(LOADING)
    if (!await this.#load()) return false
    if (this.#judgment.problems.length || (navigator.userActivation?.isActive ?? true)) return true
    this.#say(LOADED)
    return false
  }

  /**
   * Copy the file and tell whether that could be done.
   *
   * @param {string} done What to say then.
   */
  async #copy(done) {
    this.#update()
    const isCopied = await copyFile(this.#judgment.yaml, this.preview)
    this.#say(isCopied ? done : SELECTED)
    return isCopied
  }

  #download() {
    this.#update()
    this.#say(`Saved as ${saveFile(this.#file())}.`, this.#stillAsked())
  }

  #clear() {
    forgetInTab(DRAFT_KEY)
    this.form.fill({})
    for (const name of GUESSED) delete this.form.control(name).dataset.own
    this.#touched.clear()
    this.#wasSubmitted = false
    this.form.showSummary([])
    this.#update()
    this.#say("Everything was cleared.")
    this.log.field.focus()
  }

  #file() {
    const { given: { category, id }, yaml } = this.#judgment
    return { category, id, yaml }
  }

  #stillAsked() {
    const labels = unwritten(this.#judgment.entry, this.data.fields)
    return labels.length ? `The file still asks for: ${labels.join(", ")}.` : ""
  }

  /** @param {...string} sentences */
  #say(...sentences) {
    this.status.textContent = sentences.filter(Boolean).join(" ")
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function part(form, name) {
  return find(form, `[data-new-error-${name}]`, HTMLElement)
}

function today() {
  const now = new Date()
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0")
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** @param {HTMLFormElement} element */
function setUp(element) {
  element.addEventListener("submit", event => event.preventDefault())
  element.hidden = false
  new EntryFormPage(element).start()
  element.dataset.ready = ""
}

const element = document.querySelector("[data-new-error]")
if (element instanceof HTMLFormElement) setUp(element)
