/* What of a long text to search for: a log of megabytes would make the page slow, and most of it
 * says nothing. Both fields, the page's own and Material's, keep only the lines that look like
 * errors; lines stay apart in Material's field, which is a single one. Defines TrainwreckPaste.
 */

globalThis.TrainwreckPaste = (() => {
  const LONGEST = 2_000
  const LONGEST_LINE = 400
  const TELLING = /error|exception|fail|fatal|abort|kill|cannot|can't|unable|denied|invalid|refused|exceeded|timed? ?out|not found|no such|unknown|nan\b|warning/i
  /* A field of one line drops line feeds, but keeps this. */
  const LINE_SEPARATOR = "\u2028"

  /**
   * The part of a text that is worth searching for.
   *
   * @param {string} text any text, of any length
   * @returns {string} the text; of one with more than 2,000 characters the last lines that look like
   *   errors, or where none does the last ones
   */
  function excerpt(text) {
    if (text.length <= LONGEST) return text
    return lastLines(text, line => TELLING.test(line)) || lastLines(text, () => true)
  }

  function lastLines(text, isWanted) {
    const kept = []
    let room = LONGEST
    let end = text.length
    while (end > 0 && room > 0) {
      const start = text.lastIndexOf("\n", end - 1) + 1
      const line = shortened(text, start, end)
      if (line.trim() && isWanted(line)) {
        kept.unshift(line.slice(0, room))
        room -= line.length + 1
      }
      end = start - 1
    }
    return kept.join("\n")
  }

  /* Beginning and end of a line: what failed stands in one of them. */
  function shortened(text, start, end) {
    if (end - start <= LONGEST_LINE) return text.slice(start, end)
    const half = LONGEST_LINE / 2
    return `${text.slice(start, start + half)} ${text.slice(end - half, end)}`
  }

  /**
   * A text as Material's search field can hold it.
   *
   * @param {string} text any text
   * @returns {string} its excerpt in one line, with separators where the lines ended
   */
  function inOneLine(text) {
    return excerpt(text.trim()).replace(/\s*[\r\n]+\s*/g, LINE_SEPARATOR)
  }

  function shorten(field, convert) {
    field?.addEventListener("paste", event => {
      const pasted = event.clipboardData?.getData("text") ?? ""
      const kept = convert(pasted)
      if (kept === pasted) return
      event.preventDefault()
      field.setRangeText(kept, field.selectionStart, field.selectionEnd, "end")
      const note = field.form.querySelector("output")
      if (note) note.textContent = "That was long: only the last lines that look like errors were kept."
      // Material looks at its field on key events only.
      field.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true }))
    })
  }

  shorten(document.querySelector("[data-md-component=search-query]"), inOneLine)
  for (const field of document.querySelectorAll("[data-search-box] textarea")) shorten(field, excerpt)

  return { excerpt, inOneLine }
})()
