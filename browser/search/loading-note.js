/** Says that the search is loading, where Material would go on asking for words that were typed already. */

const NOTE = "Loading the search …"

/**
 * Watch what Material says above the results, until it has answered once.
 *
 * @param {HTMLInputElement} query The field of Material's search.
 */
export function sayThatSearchLoads(query) {
  const said = document.querySelector("[data-md-component=search-result] > :first-child")
  if (!said) return
  const unanswered = [NOTE, said.textContent.trim(), placeholder()]
  const events = ["input", "keyup", "focus"]
  const show = () => {
    if (query.value.trim() && said.textContent !== NOTE) said.textContent = NOTE
  }
  new MutationObserver((_, observer) => {
    if (unanswered.includes(said.textContent.trim())) return
    observer.disconnect()
    for (const event of events) query.removeEventListener(event, show)
  }).observe(said, { childList: true })
  for (const event of events) query.addEventListener(event, show)
  show()
}

/** Return what Material says while nothing is typed. */
function placeholder() {
  const config = document.querySelector("#__config")?.textContent ?? "{}"
  return JSON.parse(config).translations?.["search.result.placeholder"] ?? ""
}
