/* The search box of the home page and of the 404 page: hands its text to Material's search, in the
 * form that search-paste.js gives it, and what looks like a log to the page that diagnoses it. */

const FEWEST_LINES_OF_A_LOG = 3

function openSearch(text) {
  const toggle = document.querySelector("[data-md-toggle=search]")
  const query = document.querySelector("[data-md-component=search-query]")
  if (!toggle.checked) toggle.click()
  query.value = TrainwreckPaste.inOneLine(text)
  query.focus()
  // Material starts a query on key events, not on a change of the value.
  query.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true }))
}

for (const form of document.querySelectorAll("[data-search-box]")) {
  const input = form.querySelector("textarea")
  if ("searchBoxFromPath" in form.dataset) {
    const words = decodedPath().split("/").filter(Boolean).pop() ?? ""
    input.value = words.replace(/\.html$/, "").replace(/[-_]+/g, " ")
  }
  form.addEventListener("submit", event => {
    event.preventDefault()
    openSearch(input.value)
  })
  input.addEventListener("keydown", event => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return
    event.preventDefault()
    form.requestSubmit()
  })
  offerDiagnosis(input, form.querySelector("[data-whole-log]"))
  // Without JavaScript the box could not search, so it appears only now.
  form.hidden = false
}

function offerDiagnosis(input, link) {
  if (!link) return
  let log = ""
  input.addEventListener("paste", event => {
    log = event.clipboardData?.getData("text") ?? ""
    link.hidden = !hasLines(log, FEWEST_LINES_OF_A_LOG)
  })
  input.addEventListener("input", () => { link.hidden ||= !input.value.trim() })
  link.addEventListener("click", () => {
    // Where it is too much to be kept, the page says so.
    if (!TrainwreckTab.keep("trainwreck.diagnose", log)) TrainwreckTab.keep("trainwreck.diagnose", "")
  })
}

/* Whether a text, which may have millions of lines, has as many as `wanted` that are not empty. */
function hasLines(text, wanted) {
  const line = /\S.*/g
  for (let count = 0; count < wanted; count += 1) {
    if (!line.test(text)) return false
  }
  return true
}

function decodedPath() {
  try {
    return decodeURIComponent(location.pathname)
  } catch {
    return location.pathname // a percent sign that begins no character
  }
}
