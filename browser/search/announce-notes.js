/** Announces to screen readers what is noted above the results of a search. */

/** Milliseconds without a new result, so that nothing is announced while somebody types. */
const PAUSE = 500

/** Repeat notes in the element whose changes are announced. */
export function announceNotes() {
  const status = document.querySelector("[data-search-status]")
  const results = document.querySelector("[data-md-component=search-result]")
  if (!status || !results) return
  let timer = 0
  new MutationObserver(() => {
    clearTimeout(timer)
    timer = window.setTimeout(() => {
      const notes = [...results.querySelectorAll(".search-note")]
      const said = notes.map(({ textContent }) => textContent).join(" ")
      if (status.textContent !== said) status.textContent = said
    }, PAUSE)
  }).observe(results, { childList: true, subtree: true })
}
