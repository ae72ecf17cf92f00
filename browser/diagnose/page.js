/** The page on which a log is diagnosed: pasted, dropped or opened, read in the browser, sent nowhere. */

import { find, make, makeLink, printable } from "../common/elements.js"
import { loadCatalog, loadCodes } from "../common/site.js"
import { forgetInTab, readFromTab } from "../common/tab-storage.js"
import { rememberCluster, rememberedCluster } from "./cluster-choice.js"
import { codesElements } from "./codes.js"
import { LONGEST_FIELD, PASTED, listenForLogs } from "./intake.js"
import { noMatchElement } from "./no-match.js"
import { progressElements } from "./numbers.js"
import { copyButtons } from "./rendered.js"
import { report, shownRole } from "./report.js"
import { Runner } from "./runner.js"
import { fragmentOf, idsIn, sharedMatches } from "./shared-result.js"
import { similar } from "./similar.js"
import { verdictElements } from "./verdict.js"

/** @import { Catalog, CodeTable, Entry } from "../common/types.js" */
/** @import { CodeInLog } from "../matching/code-sightings.js" */
/** @import { Diagnosis, Match } from "../matching/results.js" */
/** @import { Reading } from "./log-reader.js" */
/** @import { ShownMatch } from "./shared-result.js" */

const NO_CATALOG = location.protocol === "file:"
  ? "A page opened from the disk cannot read the catalog here. The command described below can."
  : "The catalog cannot be loaded. Check the network connection and reload the page."
const EMPTY = "Look for another file: what sbatch wrote with --error, or the log of another rank or node. "
  + "The scheduler knows how the job ended."
const CARRIED_KEY = "trainwreck.diagnose"

/**
 * @typedef {object} Shown What the page shows.
 * @property {ShownMatch[]} matches
 * @property {Diagnosis | null} diagnosis Null for a shared result, which says less.
 * @property {string} tail The end of the log.
 * @property {CodeInLog[]} codes The codes in the log that no entry explains, once they are known.
 */

/** The form and what it shows. */
class DiagnosePage {
  /** @type {Catalog} */
  #catalog = { clusters: {}, actions: {}, entries: [] }
  /** @type {Map<string, Entry>} */
  #entries = new Map()
  /** @type {Runner | null} */
  #runner = null
  /** @type {Promise<CodeTable[]> | null} Loaded after the first diagnosis. */
  #codes = null
  /** @type {Shown | null} */
  #shown = null
  /** Identifies the current reading; results of an earlier one are ignored. */
  #turn = {}

  /** @param {HTMLFormElement} form The form. */
  constructor(form) {
    this.form = form
    this.field = find(form, "textarea", HTMLTextAreaElement)
    this.clusters = find(form, "select", HTMLSelectElement)
    this.progress = find(form, ".diagnose__progress", HTMLElement)
    this.bar = find(this.progress, "progress", HTMLProgressElement)
    this.status = find(form, "[role=status]", HTMLElement)
    this.result = find(document, "[data-diagnose-result]", HTMLElement)
  }

  /** Make the page usable. */
  async start() {
    const ready = this.#prepare()
    listenForLogs(this.form, (name, log) => this.#diagnose(name, log, ready))
    find(this.form, "[data-cancel]", HTMLButtonElement)
      .addEventListener("click", () => this.#stop("Cancelled."))
    this.clusters.addEventListener("change", () => {
      rememberCluster(this.clusters.value)
      this.#show()
    })
    window.addEventListener("hashchange", () => ready.then(() => this.#showShared(), () => {}))
    try {
      await ready
      if (!this.#takeOver(ready)) this.#showShared()
    } catch {
      this.#stop(NO_CATALOG)
    }
  }

  async #prepare() {
    this.#catalog = await loadCatalog()
    const { entries, clusters } = this.#catalog
    this.#entries = new Map(entries.map(entry => [entry.id, entry]))
    this.#runner = new Runner(entries)
    for (const [id, label] of Object.entries(clusters)) this.clusters.add(new Option(label, id))
    const remembered = rememberedCluster()
    this.clusters.value = Object.hasOwn(clusters, remembered) ? remembered : ""
  }

  /**
   * Diagnose what was pasted on the home page; tell whether there was something.
   *
   * @param {Promise<void>} ready
   */
  #takeOver(ready) {
    const log = readFromTab(CARRIED_KEY)
    forgetInTab(CARRIED_KEY)
    if (typeof log !== "string") return false
    if (!log) {
      this.#stop("That log is too large to carry over. Paste it here again, or open its file.")
      return true
    }
    if (log.length <= LONGEST_FIELD) this.field.value = log
    this.#diagnose(PASTED, log, ready)
    return true
  }

  /**
   * @param {string} name
   * @param {string | File} log
   * @param {Promise<void>} ready
   */
  async #diagnose(name, log, ready) {
    if (typeof log === "string" && !log.trim()) {
      this.status.textContent = "Paste a log, drop a file or open one."
      return
    }
    const turn = this.#begin()
    try {
      await ready
      const reading = await this.#runner?.diagnose(log, part => { this.bar.value = part })
      if (reading && this.#turn === turn) this.#finish(printable(name), reading)
    } catch (error) {
      if (this.#turn !== turn) return
      this.#stop(this.#runner ? `${name}: ${/** @type {Error} */ (error).message}` : NO_CATALOG)
    }
  }

  #begin() {
    this.#turn = {}
    this.#shown = null
    this.result.replaceChildren()
    // Holds the place of the result, so that nothing moves when it comes.
    this.result.classList.add("diagnose-result--held")
    this.status.textContent = "Reading …"
    this.bar.removeAttribute("value")
    this.progress.hidden = false
    return this.#turn
  }

  /**
   * End the reading.
   *
   * @param {string} message
   */
  #stop(message) {
    this.#turn = {}
    this.#runner?.cancel()
    // A hidden button would take the focus with it.
    if (this.progress.contains(document.activeElement)) this.field.focus()
    this.progress.hidden = true
    this.status.textContent = message
  }

  /**
   * @param {string} name
   * @param {Reading} reading
   */
  #finish(name, reading) {
    const { diagnosis, tail, isCut } = reading
    const shown = diagnosis.matches.map(match => {
      return { ...match, entry: this.#entryOf(match), series: seriesOf(match, diagnosis) }
    })
    this.#shown = { matches: shown, diagnosis, tail, codes: [] }
    const found = shown.length ? summary(shown) : "no known message"
    const cut = isCut ? " The file is damaged; only what comes before the damage was read." : ""
    this.#stop(`${name}: ${counted(diagnosis.line_count, "line")} read, ${found}.${cut}`)
    const address = fragmentOf(shown) || location.pathname + location.search
    history.replaceState(null, "", address)
    this.#show()
    this.result.scrollIntoView({ block: "nearest" })
    this.#addCodes(this.#shown, reading)
  }

  /**
   * Show the codes below the rest, which is there already: their tables are loaded only now.
   *
   * @param {Shown} shown
   * @param {Reading} reading
   */
  async #addCodes(shown, reading) {
    try {
      this.#codes ??= loadCodes()
      shown.codes = await this.#runner?.codes(reading, await this.#codes) ?? []
    } catch {
      // The diagnosis is whole without them; the next one tries again.
      this.#codes = null
    }
    if (this.#shown === shown) this.result.append(...codesElements(shown.codes, this.#entries))
  }

  #show() {
    if (!this.#shown) return
    const { matches, diagnosis, tail, codes } = this.#shown
    const head = diagnosis
      ? [
        ...verdictElements(diagnosis, matches[0]?.entry, this.#catalog.actions),
        ...progressElements(diagnosis.progress),
      ]
      : [make("h2", "", "What was shared")]
    const rest = matches.length ? this.#explained(matches, tail) : this.#unexplained()
    this.result.replaceChildren(...head, ...rest, ...codesElements(codes, this.#entries))
  }

  /**
   * @param {ShownMatch[]} matches
   * @param {string} tail
   */
  #explained(matches, tail) {
    const { value } = this.clusters
    const cluster = value ? { id: value, label: this.#catalog.clusters[value] } : null
    return [...report(matches, cluster, tail), ...(fragmentOf(matches) ? [linkToResult()] : [])]
  }

  #unexplained() {
    const { diagnosis = null, tail = "" } = this.#shown ?? {}
    if (diagnosis?.line_count === 0) return [make("p", "", EMPTY)]
    const failures = diagnosis?.failures ?? []
    const entries = similar(this.#catalog.entries, failures, tail)
    return [noMatchElement(failures, entries, this.form.dataset.repository ?? "", tail)]
  }

  /** @param {ShownMatch} match */
  #entryOf({ id }) {
    return id === null ? undefined : this.#entries.get(id)
  }

  #showShared() {
    const shared = idsIn(location.hash)
    if (shared === null) return
    const ids = shared.ids.filter(id => this.#entries.has(id))
    // Back from a section of the page to the result that is still here.
    const shown = this.#shown?.matches.flatMap(({ id }) => id ?? [])
    if (ids.join() === shown?.join()) return
    if (!ids.length) {
      this.#stop("The catalog has no entry that this link names.")
      return
    }
    const matches = sharedMatches({ ...shared, ids }, this.#entries)
    this.#shown = { matches, diagnosis: null, tail: "", codes: [] }
    this.#stop(`From a shared link: ${summary(matches)}.`)
    this.#show()
  }
}

/**
 * Return the series that the evidence of a match is about.
 *
 * @param {Match} match
 * @param {Diagnosis} diagnosis
 */
function seriesOf({ evidence }, { series }) {
  return series.find(({ metric, name, rank }) => {
    return metric === evidence?.metric && name === evidence.name && rank === evidence.rank
  })
}

/** @param {ShownMatch[]} matches */
function summary(matches) {
  const roles = /** @type {const} */ (["cause", "symptom", "consequence", "warning"])
  return roles
    .map(role => ({ role, count: matches.filter(match => shownRole(match) === role).length }))
    .filter(({ count }) => count)
    .map(({ role, count }) => counted(count, role))
    .join(", ")
}

/**
 * @param {number} number
 * @param {string} noun
 */
function counted(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`
}

function linkToResult() {
  const link = makeLink(location.href, "Link to this result")
  const note = ": it names the errors and contains nothing of the log. "
  return make("p", "diagnosis__share", link, note, ...copyButtons("link", location.href))
}

const form = document.querySelector("[data-diagnose]")
if (form instanceof HTMLFormElement) new DiagnosePage(form).start()
