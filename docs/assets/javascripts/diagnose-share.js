/* A result in the fragment of the address, #ids=cuda-out-of-memory, so that it can be shared. It holds
 * the ids of what was found and never any of the log. Defines TrainwreckShare.
 */

globalThis.TrainwreckShare = (() => {
  "use strict"

  const MOST_SHARED = 50

  /**
   * Puts a result into the address.
   *
   * @param {{id: string}[]} matches What was found; the address has no fragment where it is nothing.
   */
  function put(matches) {
    const ids = matches.map(match => match.id).join(",")
    const plain = location.pathname + location.search
    history.replaceState(null, "", ids ? `#ids=${ids}` : plain)
  }

  /** The ids that the address names, each once, whether the catalog has them or not; null without. */
  function ids() {
    const named = new URLSearchParams(location.hash.slice(1)).get("ids")
    return named === null ? null : [...new Set(named.split(","))].slice(0, MOST_SHARED)
  }

  /**
   * What a shared result says of its errors: less than a log.
   *
   * @param {string[]} ids The errors, each one of the catalog.
   * @param {Map<string, object>} entries The entries of the catalog by their ids.
   * @returns {object[]} Matches without lines, each with its `entry`.
   */
  function matches(ids, entries) {
    const roots = TrainwreckMatcher.roots([...entries.values()])
    return ids.map(id => {
      const causes = ids.filter(other => roots.get(id).has(other))
      return { id, role: causes.length ? "consequence" : "cause", caused_by: causes, entry: entries.get(id) }
    })
  }

  /** A paragraph with the link to what the address names. */
  function link() {
    const { make } = TrainwreckReport
    const anchor = make("a", "", "Link to this result")
    anchor.href = location.href
    const element = make("p", "diagnosis__share", anchor, ": names the errors and holds nothing of the log.")
    if (!navigator.clipboard) return element
    const button = make("button", "md-button", "Copy link")
    button.type = "button"
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(location.href)
      button.textContent = "Copied"
    })
    element.append(" ", button)
    return element
  }

  return { put, ids, matches, link }
})()
