/* The page on which a new error is written down: trainwreck new in a form. What is typed stays in this
 * tab until its author opens the host's page for new files.
 */

(() => {
  "use strict"

  const PARTS = [
    "packages/ajv-dist", "packages/js-yaml", "matcher", "diagnose-report", "new-error-log",
    "new-error-prose", "new-error-check", "new-error-entry", "new-error-form",
  ]
  const DRAFT_KEY = "trainwreck.new-error"
  const GUESSED = ["title", "id"]
  const LOG_KEY = "trainwreck.log"
  // Longer text makes a field slow.
  const LONGEST_LOG = 200_000
  const LONGEST_PREVIEW = 100_000
  // GitHub answers 414 from about 8,000 on, and asks who is not signed in with the address escaped twice.
  const LONGEST_ADDRESS = 6_000
  const PAUSE = 250
  const NOT_READY = "The form cannot be loaded. Is the network there? Reload the page to try again."

  const form = document.querySelector("[data-new-error]")
  if (form) setUp(form)

  async function setUp(form) {
    const find = name => form.querySelector(`[data-new-error-${name}]`)
    const page = {
      form, find, status: find("status"),
      data: JSON.parse(find("data").textContent),
      // The fields that were left once, so that their faults may be shown.
      touched: new Set(),
      wasSubmitted: false,
    }
    form.addEventListener("submit", event => event.preventDefault())
    form.hidden = false
    let catalog
    try {
      [catalog] = await Promise.all([
        TrainwreckLoading.catalog(), ...PARTS.map(part => TrainwreckLoading.script(`${part}.js`)),
      ])
    } catch {
      page.status.textContent = NOT_READY
      return
    }
    page.entries = catalog.entries
    page.log = new TrainwreckNewLog(page.data, catalog.entries)
    page.check = new TrainwreckNewCheck(page.data, catalog.entries, page.log)
    page.fields = new TrainwreckNewForm(page.form, page.data.fields)
    page.fields.fill(TrainwreckTab.read(DRAFT_KEY) ?? {})
    for (const name of GUESSED) {
      if (form.elements[name].value) form.elements[name].dataset.own = ""
    }
    takeLines(page)
    listen(page)
    update(page)
    form.dataset.ready = ""
  }

  function listen(page) {
    const { form, find } = page
    let waiting = 0
    // After a while only: a fault that is shown moves what a finger is just about to press.
    const soon = () => {
      clearTimeout(waiting)
      waiting = setTimeout(() => update(page), PAUSE)
    }
    form.addEventListener("input", ({ target }) => {
      if (GUESSED.includes(target.name)) target.dataset.own = ""
      soon()
    })
    form.addEventListener("change", ({ target }) => {
      page.touched.add(target.name)
      if (target.name === "sample") target.value = page.log.redacted(cut(target.value))
      soon()
    })
    form.elements.log.addEventListener("paste", event => pasteLog(page, event))
    form.addEventListener("submit", () => submit(page))
    find("copy").addEventListener("click", () => copy(page, "Copied."))
    find("download").addEventListener("click", () => download(page))
    find("clear").addEventListener("click", () => clear(page))
  }

  /* ---- The log ---- */

  /* Takes the lines over that the page for diagnoses left. */
  function takeLines(page) {
    const lines = TrainwreckTab.read(LOG_KEY)
    TrainwreckTab.forget(LOG_KEY)
    if (typeof lines === "string") page.form.elements.log.value = lines.slice(-LONGEST_LOG)
  }

  function pasteLog(page, event) {
    const text = event.clipboardData?.getData("text/plain") ?? ""
    if (text.length <= LONGEST_LOG) return
    event.preventDefault()
    page.form.elements.log.value = text.slice(-LONGEST_LOG)
    update(page)
    page.status.textContent = "Of this log the end was taken; the page for diagnoses reads all of it."
  }

  /* Reads the log anew: shows what it may stand for, and proposes what is not written yet. */
  function readLog(page) {
    const { make } = TrainwreckReport
    const said = page.form.elements.log.value.slice(-LONGEST_LOG)
    if (said === page.readLog) return
    page.readLog = said
    const log = page.log.redacted(said)
    page.redactedLog = log
    page.found = page.log.proposals(log)
    page.atLog = log.trim() ? page.log.known([log]) : []
    const items = page.found.map(({ message }) => {
      const button = make("button", "md-button new-error__add", "Use it")
      button.type = "button"
      button.append(make("span", "unseen", ` as a message: ${message}`))
      button.addEventListener("click", () => useMessage(page, message))
      return make("li", "", make("code", "", message), " ", button)
    })
    const none = log.trim() ? [make("p", "new-error__hint", "No line of it looks like an error: write the messages yourself.")] : []
    page.find("proposals").replaceChildren(...(items.length ? [
      make("p", "", "Lines that look like errors, with gaps where they vary:"),
      make("ul", "new-error__proposals", ...items),
    ] : none))
  }

  function useMessage(page, message) {
    const { messages } = page.form.elements
    const lines = messages.value.split("\n").filter(line => line.trim())
    if (!lines.includes(message)) lines.push(message)
    messages.value = lines.join("\n")
    propose(page, lines, message)
    update(page)
    page.status.textContent = `Taken as a message: ${message}`
  }

  /* Fills what a log tells, where nothing was written or only guessed. */
  function propose(page, messages, message) {
    const { title, kind, sample } = page.form.elements
    guess(title, page.log.title(messages[0]))
    guess(page.form.elements.id, page.log.id(title.value))
    if (!sample.value.trim()) sample.value = page.log.sample(page.redactedLog, messages)
    if (!kind.value) kind.value = page.found.find(found => found.message === message)?.kind ?? ""
    const boxes = [...page.form.elements.frameworks]
    if (!boxes.some(box => box.checked)) {
      const named = page.log.frameworks([...messages, sample.value].join("\n"))
      for (const box of boxes) box.checked = named.includes(box.value)
    }
  }

  /* Fills a line, but not over what a person wrote. */
  function guess(control, value) {
    if (!("own" in control.dataset)) control.value = value
  }

  /* ---- What follows from the fields ---- */

  function update(page) {
    readLog(page)
    guess(page.form.elements.id, page.log.id(page.form.elements.title.value))
    TrainwreckTab.keep(DRAFT_KEY, page.fields.read())
    judge(page)
    page.fields.showMeanings()
    showKnown(page)
    page.fields.showFaults(page.faults, name => isDue(page, name), addressOf)
    if (page.wasSubmitted) page.fields.showSummary(page.faults)
    const { id, category } = page.given
    page.find("path").textContent = `errors/${category || "<category>"}/${id || "<id>"}.yml`
    const more = page.yaml.length > LONGEST_PREVIEW ? "\n…" : ""
    page.find("preview").textContent = page.yaml.slice(0, LONGEST_PREVIEW) + more
  }

  function judge(page) {
    const raw = page.fields.read()
    const short = Object.fromEntries(Object.entries(raw).map(([name, value]) => {
      return [name, typeof value === "string" ? cut(value) : value]
    }))
    const lengths = Object.fromEntries(
      Object.keys(page.data.fields).map(name => [name, raw[name].length]),
    )
    const given = TrainwreckNewEntry.answers(short, page.log)
    page.given = { ...given, lengths }
    page.entry = TrainwreckNewEntry.entry(given, page.data.skeleton, today())
    page.yaml = TrainwreckNewEntry.yaml(page.entry, page.data.schemaLine)
    page.faults = page.check.faults(page.given, page.entry, page.yaml)
  }

  /* What is longer is refused, and need not be looked at. */
  function cut(text) {
    return text.slice(0, TrainwreckNewCheck.LONGEST_TEXT + 1)
  }

  function isDue(page, name) {
    const isTooLong = page.given.lengths[name] > TrainwreckNewCheck.LONGEST_TEXT
    return page.wasSubmitted || isTooLong || page.touched.has(name)
  }

  function showKnown(page) {
    const { make } = TrainwreckReport
    const part = page.find("known")
    const byMessages = page.given.messages.length ? page.log.known(page.given.messages) : []
    const found = new Map([...page.atLog, ...byMessages].map(match => [match.id, match]))
    part.hidden = !found.size
    const list = page.find("known-list")
    list.replaceChildren(...[...found.values()].map(({ id, confidence }) => {
      const entry = page.entries.find(other => other.id === id)
      const link = make("a", "", TrainwreckReport.printable(entry.title))
      link.href = addressOf(id)
      return make("li", "", link, ` (${id}, ${confidence})`)
    }))
  }

  /* From the disk an address must name the file. */
  function addressOf(id) {
    const isFlat = location.protocol === "file:"
    return new URL(isFlat ? `errors/${id}.html` : `errors/${id}/`, TrainwreckLoading.site).href
  }

  function today() {
    const now = new Date()
    const two = number => String(number).padStart(2, "0")
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  }

  /* ---- What is done with the file ---- */

  async function submit(page) {
    page.wasSubmitted = true
    update(page)
    if (page.faults.length) {
      page.status.textContent = ""
      page.fields.summary.focus()
      return
    }
    const { category, id } = page.given
    const base = `${page.form.dataset.repository}/new/main/errors/${category}`
    const whole = `${base}?${new URLSearchParams({ filename: `${id}.yml`, value: page.yaml })}`
    const isShort = whole.length <= LONGEST_ADDRESS
    if (!isShort && !await copy(page, "")) return
    const address = isShort ? whole : `${base}?${new URLSearchParams({ filename: `${id}.yml` })}`
    window.open(address, "_blank", "noopener")
    page.status.textContent = [
      isShort ? "Opened in a new tab." : "The file is too long for an address: it was copied. Paste it into the page that was opened.",
      ...toWrite(page),
    ].join(" ")
  }

  function toWrite(page) {
    const labels = page.check.toWrite(page.entry)
    return labels.length ? [`The file still asks for: ${labels.join(", ")}.`] : []
  }

  /* Tells whether it could be done. */
  async function copy(page, done) {
    update(page)
    try {
      await navigator.clipboard.writeText(page.yaml)
      page.status.textContent = done
      return true
    } catch {
      const range = document.createRange()
      range.selectNodeContents(page.find("preview"))
      getSelection().removeAllRanges()
      getSelection().addRange(range)
      page.status.textContent =
        "The browser does not let the page copy. The file is selected: copy it with the keyboard, or download it."
      return false
    }
  }

  function download(page) {
    update(page)
    const link = document.createElement("a")
    link.href = URL.createObjectURL(new Blob([page.yaml], { type: "application/yaml" }))
    link.download = `${page.given.id || "new-error"}.yml`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href))
    page.status.textContent = [`Saved as ${link.download}.`, ...toWrite(page)].join(" ")
  }

  function clear(page) {
    TrainwreckTab.forget(DRAFT_KEY)
    page.fields.fill({})
    for (const name of GUESSED) delete page.form.elements[name].dataset.own
    page.touched.clear()
    page.wasSubmitted = false
    page.fields.showSummary([])
    update(page)
    page.status.textContent = "Everything was cleared."
    page.form.elements.log.focus()
  }
})()
