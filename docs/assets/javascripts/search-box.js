/* The search box of the home page and of the 404 page: hands its text to Material's search. */

/* What people paste holds ":", "-", "*", "~" and quotes, which are operators to Material's search: a
 * line as it stands finds nothing or the wrong page. Words of one or two letters match everywhere. */
function plainWords(text) {
  return (text.match(/[\p{L}\p{N}_]{3,}/gu) ?? []).join(" ")
}

function openSearch(text) {
  const toggle = document.querySelector("[data-md-toggle=search]")
  const query = document.querySelector("[data-md-component=search-query]")
  if (!toggle.checked) toggle.click()
  query.value = text
  query.focus()
  // Material starts a query on key events, not on a change of the value.
  query.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true }))
}

for (const form of document.querySelectorAll("[data-search-box]")) {
  const input = form.querySelector("input")
  if ("searchBoxFromPath" in form.dataset) {
    const words = decodeURIComponent(location.pathname).split("/").filter(Boolean).pop() ?? ""
    input.value = words.replace(/\.html$/, "").replace(/[-_]+/g, " ")
  }
  form.addEventListener("submit", event => {
    event.preventDefault()
    openSearch(plainWords(input.value))
  })
  // Without JavaScript the box could not search, so it appears only now.
  form.hidden = false
}
