/* The page on which a log is diagnosed: pasted, dropped or opened, read in the browser, sent nowhere.
 */

(() => {
  "use strict"

  const PARTS = [
    "matcher.js", "diagnose-log.js", "diagnose-runner.js", "diagnose-similar.js", "diagnose-report.js",
    "diagnose-share.js",
  ]
  // Longer text is not put into the field, which would take far longer than to diagnose it.
  const LONGEST_FIELD = 200_000
  const MOST_SIMILAR = 3
  const NO_CATALOG = location.protocol === "file:"
    ? "A page opened from the disk cannot read the catalog here. The command described below can."
    : "The catalog cannot be loaded. Is the network there? Reload the page to try again."
  const CLUSTER_KEY = "trainwreck.cluster"
  const CARRIED_KEY = "trainwreck.diagnose"

  const form = document.querySelector("[data-diagnose]")
  if (form) setUp(form)

  async function setUp(form) {
    const page = {
      form,
      field: form.querySelector("textarea"),
      file: form.querySelector("input[type=file]"),
      clusters: form.querySelector("select"),
      progress: form.querySelector(".diagnose__progress"),
      status: form.querySelector("[role=status]"),
      result: document.querySelector("[data-diagnose-result]"),
      shown: null,
    }
    form.hidden = false
    form.addEventListener("submit", event => event.preventDefault())
    page.ready = prepare(page)
    listen(page)
    try {
      await page.ready
      if (!takeOver(page)) showShared(page)
    } catch {
      stop(page, NO_CATALOG)
    }
  }

  /* Diagnoses what was pasted on the home page; tells whether there was something. */
  function takeOver(page) {
    const log = TrainwreckTab.read(CARRIED_KEY)
    TrainwreckTab.forget(CARRIED_KEY)
    if (log === null) return false
    if (!log) {
      stop(page, "That log is too large to be taken along. Paste it here again, or open its file.")
      return true
    }
    if (log.length <= LONGEST_FIELD) page.field.value = log
    diagnose(page, "The pasted text", log)
    return true
  }

  async function prepare(page) {
    const [catalog] = await Promise.all([
      TrainwreckLoading.catalog(), ...PARTS.map(TrainwreckLoading.script),
    ])
    page.catalog = catalog
    page.entries = new Map(catalog.entries.map(entry => [entry.id, entry]))
    page.runner = new TrainwreckRunner(TrainwreckLoading.folder, catalog.entries)
    const remembered = rememberedCluster()
    for (const [id, label] of Object.entries(catalog.clusters)) {
      page.clusters.add(new Option(label, id))
    }
    page.clusters.value = Object.hasOwn(catalog.clusters, remembered) ? remembered : ""
  }

  function listen(page) {
    const { form, field, file } = page
    form.addEventListener("submit", () => diagnose(page, "The pasted text", field.value))
    form.querySelector("[data-open]").addEventListener("click", () => file.click())
    file.addEventListener("change", () => {
      if (file.files.length) diagnose(page, file.files[0].name, file.files[0])
      // The same file can then be chosen again, as when the job has written more.
      file.value = ""
    })
    field.addEventListener("paste", event => paste(page, event))
    form.querySelector("[data-cancel]").addEventListener("click", () => stop(page, "Cancelled."))
    page.clusters.addEventListener("change", () => {
      rememberCluster(page.clusters.value)
      show(page)
    })
    document.addEventListener("dragover", event => {
      if (holdsFiles(event)) event.preventDefault()
      form.classList.toggle("diagnose--target", holdsFiles(event))
    })
    document.addEventListener("dragleave", event => {
      if (!event.relatedTarget) form.classList.remove("diagnose--target")
    })
    document.addEventListener("drop", event => {
      form.classList.remove("diagnose--target")
      if (!holdsFiles(event)) return
      event.preventDefault()
      const [dropped] = event.dataTransfer.files
      if (dropped) diagnose(page, dropped.name, dropped)
    })
    window.addEventListener("hashchange", () => page.ready.then(() => showShared(page), () => {}))
  }

  function holdsFiles(event) {
    return event.dataTransfer?.types.includes("Files") ?? false
  }

  function paste(page, event) {
    const text = event.clipboardData?.getData("text/plain") ?? ""
    if (text.length > LONGEST_FIELD) {
      event.preventDefault()
      diagnose(page, "The pasted text", text)
    } else if (text.trim() && !page.field.value) {
      // Its value is there after the event.
      setTimeout(() => diagnose(page, "The pasted text", page.field.value))
    }
  }

  async function diagnose(page, name, log) {
    const { status, progress } = page
    const bar = progress.querySelector("progress")
    if (typeof log === "string" && !log.trim()) {
      status.textContent = "Paste a log, drop a file or open one."
      return
    }
    const turn = page.turn = {}
    page.shown = null
    page.result.replaceChildren()
    status.textContent = "Reading …"
    bar.removeAttribute("value")
    progress.hidden = false
    try {
      await page.ready
      const result = await page.runner.diagnose(log, part => { bar.value = part })
      if (page.turn === turn) finish(page, TrainwreckReport.printable(name), result)
    } catch (error) {
      if (page.turn === turn) stop(page, page.runner ? `${name}: ${error.message}` : NO_CATALOG)
    }
  }

  /* Ends the reading; what is still on its way belongs to no turn any more. */
  function stop(page, message) {
    page.turn = null
    page.runner?.cancel()
    // A hidden button would take the focus with it.
    if (page.progress.contains(document.activeElement)) page.field.focus()
    page.progress.hidden = true
    page.status.textContent = message
  }

  function finish(page, name, result) {
    const matches = result.matches.map(match => ({ ...match, entry: page.entries.get(match.id) }))
    page.shown = { matches, tail: matches.length ? "" : result.tail }
    const count = counted(result.lineCount, "line")
    const found = matches.length ? summary(matches) : "no known message"
    const cut = result.isCut ? " The file is damaged; what comes before the damage was read." : ""
    stop(page, `${name}: ${count} read, ${found}.${cut}`)
    TrainwreckShare.put(matches)
    show(page)
    page.result.scrollIntoView({ block: "nearest" })
  }

  function summary(matches) {
    const consequences = matches.filter(match => match.role === "consequence").length
    const causes = counted(matches.length - consequences, "cause")
    return consequences ? `${causes}, ${counted(consequences, "consequence", "consequences")}` : causes
  }

  function counted(number, one, many = `${one}s`) {
    return `${number.toLocaleString("en")} ${number === 1 ? one : many}`
  }

  function show(page) {
    if (!page.shown) return
    const { matches, tail } = page.shown
    const addressOf = entry => addressIn(entry.url)
    if (!matches.length) {
      const similar = TrainwreckSimilar.similar(page.catalog.entries, tail, MOST_SIMILAR)
      page.result.replaceChildren(
        TrainwreckReport.make("h2", "", "No known message"),
        ...TrainwreckReport.notSure(similar, addressOf, {
          repository: page.form.dataset.repository, address: addressIn("new-error/"), lines: tail,
        }),
      )
      return
    }
    const cluster = page.clusters.value
      ? { id: page.clusters.value, label: page.catalog.clusters[page.clusters.value] }
      : null
    const heading = matches[0].lines ? "What explains it" : "What was shared"
    page.result.replaceChildren(
      TrainwreckReport.make("h2", "", heading),
      ...TrainwreckReport.report(matches, cluster, addressOf),
      TrainwreckShare.link(),
    )
  }

  /* From the disk an address must name the file. */
  function addressIn(url) {
    const { site } = TrainwreckLoading
    if (location.protocol !== "file:") return new URL(url, site).href
    const isFlat = !/\/(index\.html)?$/.test(location.pathname)
    return new URL(isFlat ? url.replace(/\/$/, ".html") : `${url}index.html`, site).href
  }

  function showShared(page) {
    const ids = TrainwreckShare.ids()
    if (ids === null) return
    const known = ids.filter(id => page.entries.has(id))
    // Back from a section of the page to the result that is still here.
    if (known.join() === page.shown?.matches.map(match => match.id).join()) return
    if (!known.length) {
      stop(page, "The catalog has no entry that this link names.")
      return
    }
    const matches = TrainwreckShare.matches(known, page.entries)
    page.shown = { matches, tail: "" }
    stop(page, `From a shared link: ${summary(matches)}.`)
    show(page)
  }

  /* ---- The chosen cluster, kept where the browser lets it be ---- */

  function rememberedCluster() {
    try {
      return localStorage.getItem(CLUSTER_KEY) ?? ""
    } catch {
      return ""
    }
  }

  function rememberCluster(id) {
    try {
      localStorage.setItem(CLUSTER_KEY, id)
    } catch {
      // Storage is off: the choice lasts as long as the page.
    }
  }
})()
