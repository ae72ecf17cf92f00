/* Shows a diagnosis: the causes with their fixes, each with its consequences. Defines TrainwreckReport.
 *
 * Text of a log or of an entry is only ever text here: every element is made by hand.
 */

globalThis.TrainwreckReport = (() => {
  "use strict"

  const MOST_RANKS = 12
  const UNPRINTABLE = /(?![ \t])[\p{C}\p{Z}]/gu
  const FENCE_MARKS = /^([ \t]*(?:`{3,}|~{3,})[\w+-]*)[^\n`]*$/gm

  /**
   * Shows the matches of a log, or of a shared link.
   *
   * @param {object[]} matches As the matcher returns them, each with its `entry`; those of a shared
   *   link have no `lines`.
   * @param {{id: string, label: string}|null} cluster Steps for other clusters are left out.
   * @param {(entry: object) => string} addressOf Gives the address of an entry's page.
   * @returns {HTMLElement[]} One element a cause.
   */
  function report(matches, cluster, addressOf) {
    const causes = matches.filter(match => match.role === "cause")
    const shown = new Set()
    const elements = causes.map(match => {
      const consequences = matches.filter(other => other.caused_by.includes(match.id) && !shown.has(other.id))
      for (const consequence of consequences) shown.add(consequence.id)
      return causeElement(match, consequences, cluster, addressOf)
    })
    // Errors that may each be a consequence of the other have no cause among them.
    const rest = matches.filter(match => match.role === "consequence" && !shown.has(match.id))
    return [...elements, ...rest.map(match => causeElement(match, [], cluster, addressOf))]
  }

  function causeElement(match, consequences, cluster, addressOf) {
    const { entry } = match
    return make("section", "diagnosis",
      make("h3", "", make("span", "diagnosis__role", match.role), ` ${printable(entry.title)}`),
      make("p", "diagnosis__facts", ...facts(match, addressOf)),
      ...linesOf(match),
      make("p", "", make("strong", "", "Why: "), entry.cause),
      make("p", "", make("strong", "", "First step: "), entry.first_step),
      ...fixOf(entry, cluster, addressOf),
      ...consequencesOf(consequences, addressOf),
    )
  }

  function facts(match, addressOf) {
    const link = make("a", "", match.id)
    link.href = addressOf(match.entry)
    const { severity } = match.entry
    const badge = make("span", `badge severity-${severity}`, `severity ${severity}`)
    const confidence = match.confidence ? ` ${match.confidence}: ${match.reason}` : ""
    return [link, " ", badge, confidence]
  }

  function linesOf(match) {
    if (!match.lines) return []
    const width = String(match.lines[match.lines.length - 1].number).length
    const lines = match.lines.map(({ number, text }) => make("span", "diagnosis__line",
      make("span", "diagnosis__number", `${String(number).padStart(width)} | `),
      make("span", "diagnosis__text", `${printable(text)}\n`),
    ))
    const code = make("code", "", ...lines)
    // What a log says from right to left must not turn around the line number.
    code.dir = "ltr"
    const notes = []
    if (match.count > 1) notes.push(`found ${match.count.toLocaleString("en")} times`)
    if (match.ranks.length) {
      const more = match.ranks.length - MOST_RANKS
      const ranks = match.ranks.slice(0, MOST_RANKS).map(printable).join(", ")
      const kind = match.ranks.some(rank => /\D/.test(rank)) ? "" : match.ranks.length > 1 ? "ranks " : "rank "
      notes.push(`on ${kind}${ranks}${more > 0 ? ` and ${more.toLocaleString("en")} more` : ""}`)
    }
    return [
      make("pre", "diagnosis__lines", code),
      ...(notes.length ? [make("p", "diagnosis__notes", notes.join("; "))] : []),
    ]
  }

  function fixOf(entry, cluster, addressOf) {
    const steps = entry.fix.filter(step => {
      return !cluster || !step.clusters.length || step.clusters.includes(cluster.id)
    })
    const link = make("a", "", "The whole entry")
    link.href = addressOf(entry)
    link.append(make("span", "unseen", `: ${entry.id}`))
    const title = cluster ? `Fix on ${cluster.label}` : "Fix"
    return [
      make("h4", "", title),
      steps.length
        ? make("ol", "", ...steps.map(stepElement))
        : make("p", "", `No step of this fix is for ${cluster.label}.`),
      make("p", "", link),
    ]
  }

  function stepElement(step) {
    const where = step.clusters.length ? ` (${step.clusters.join(", ")})` : ""
    const element = make("li", "", make("strong", "", step.title), where)
    if (step.when) element.append(make("p", "", make("em", "", "When: "), step.when))
    if (step.danger) {
      element.append(make("div", "admonition danger",
        make("p", "admonition-title", "This can destroy something"),
        make("p", "", step.danger),
      ))
    }
    const text = step.text.replace(FENCE_MARKS, "$1").trimEnd()
    element.append(make("details", "",
      make("summary", "", "How", make("span", "unseen", `: ${step.title}`)),
      make("pre", "", make("code", "", text)),
    ))
    return element
  }

  function consequencesOf(consequences, addressOf) {
    if (!consequences.length) return []
    return [
      make("h4", "", consequences.length === 1 ? "Its consequence" : "Its consequences"),
      ...consequences.map(match => make("div", "diagnosis__consequence",
        make("p", "", make("strong", "", printable(match.entry.title))),
        make("p", "diagnosis__facts", ...facts(match, addressOf)),
        ...linesOf(match),
      )),
    ]
  }

  /**
   * Shows entries that share words with a log, and where to report a new error.
   *
   * @param {object[]} entries The entries, none where no word is shared.
   * @param {(entry: object) => string} addressOf Gives the address of an entry's page.
   * @param {{repository: string, address: string, lines: string}} elsewhere Address of the repository
   *   and of the page for new errors, and the lines to take there.
   * @returns {HTMLElement[]} What to show.
   */
  function notSure(entries, addressOf, { repository, address, lines }) {
    const items = entries.map(entry => {
      const link = make("a", "", printable(entry.title))
      link.href = addressOf(entry)
      return make("li", "", link)
    })
    const list = [
      make("p", "", make("strong", "", "Not sure: "), "these entries share words with it, no more."),
      make("ul", "", ...items),
    ]
    const write = make("a", "md-button", "Write it down")
    write.href = address
    // Not in the address, which others see; the tab keeps it for the page that is opened.
    write.addEventListener("click", () => TrainwreckTab.keep("trainwreck.log", lines))
    const report = make("a", "", "Report a new error")
    // Nothing of the log: what is said of it is for its owner to choose.
    const query = new URLSearchParams({ template: "new-error.yml", title: "New error: " })
    report.href = `${repository.replace(/\/$/, "")}/issues/new?${query}`
    return [
      make("section", "diagnosis",
        ...(items.length ? list : []),
        make("p", "", "Is it an error that the catalog lacks? A form makes an entry of these lines, in this tab; nothing is sent."),
        make("p", "", write),
        make("p", "", "Rather not write it yourself? ", report, ": that form is empty, and nothing of the log is in it."),
      ),
    ]
  }

  function printable(text) {
    return text.replace(UNPRINTABLE, "\ufffd")
  }

  /**
   * Makes an element.
   *
   * @param {string} name Name of the element.
   * @param {string} classes Its classes; none where empty.
   * @param {...(string|Node)} content Its content; a string is text, never HTML.
   * @returns {HTMLElement} The element.
   */
  function make(name, classes, ...content) {
    const element = document.createElement(name)
    if (classes) element.className = classes
    element.append(...content)
    return element
  }

  return { report, notSure, make, printable }
})()
