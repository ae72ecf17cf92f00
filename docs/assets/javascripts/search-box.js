/* The search box of the home page and of the 404 page: hands its text to Material's search, in the
 * form that search-paste.js gives it. */

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
  // Without JavaScript the box could not search, so it appears only now.
  form.hidden = false
}

function decodedPath() {
  try {
    return decodeURIComponent(location.pathname)
  } catch {
    return location.pathname // a percent sign that begins no character
  }
}
