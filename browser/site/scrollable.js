/** Lets the keyboard reach what can be scrolled: code and tables that are wider than the page. */

/** Keep watch over what can be scrolled. */
export function watchScrollable() {
  // Material wraps the tables when the page has loaded.
  window.addEventListener("load", makeFocusable)
  window.addEventListener("resize", makeFocusable)
}

function makeFocusable() {
  for (const element of document.querySelectorAll("pre > code, .md-typeset__scrollwrap")) {
    if (element.scrollWidth > element.clientWidth) element.setAttribute("tabindex", "0")
    else element.removeAttribute("tabindex")
  }
}
