/** Lets the keyboard reach what can be scrolled: code and tables that are wider than the page. */

/** Keep watch over what can be scrolled. */
export function watchScrollable() {
  // Material wraps the tables when the page has loaded.
  window.addEventListener("load", makeFocusable)
  window.addEventListener("resize", makeFocusable)
}

function makeFocusable() {
  const elements = [...document.querySelectorAll("pre > code, .md-typeset__scrollwrap")]
  // All are measured before any is changed, or each change would lay out the page anew.
  const wider = elements.map((element) => element.scrollWidth > element.clientWidth)
  elements.forEach((element, index) => {
    if (wider[index]) element.setAttribute("tabindex", "0")
    else element.removeAttribute("tabindex")
  })
}
