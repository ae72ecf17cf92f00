/** Keeps of a long text that is pasted into a search field only what is worth searching for. */

/**
 * Convert what is pasted into a field.
 *
 * @param {HTMLInputElement | HTMLTextAreaElement} field The field; an output in its form says what was done.
 * @param {(text: string) => string} convert Returns what to keep.
 */
export function shortenPaste(field, convert) {
  field.addEventListener("paste", event => {
    const { clipboardData } = /** @type {ClipboardEvent} */ (event)
    const pasted = clipboardData?.getData("text") ?? ""
    const kept = convert(pasted)
    if (kept === pasted) return
    event.preventDefault()
    field.setRangeText(kept, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end")
    const note = field.form?.querySelector("output")
    if (note) note.textContent = "That was long: only the last lines that look like errors were kept."
    // Material looks at its field on key events only.
    field.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true }))
  })
}
