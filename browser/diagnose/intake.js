/** The ways in which a log gets into the page: typed, pasted, opened and dropped. */

import { find } from "../common/elements.js"

/** Longer text is not put into the field, which would take far longer than to diagnose it. */
export const LONGEST_FIELD = 200_000
/** What a text that was typed or pasted is called. */
export const PASTED = "The pasted text"

/**
 * Listen for logs.
 *
 * @param {HTMLFormElement} form The form.
 * @param {(name: string, log: string | File) => void} onLog Told the name of a log, and the log.
 */
export function listenForLogs(form, onLog) {
  const field = find(form, "textarea", HTMLTextAreaElement)
  form.addEventListener("submit", event => {
    event.preventDefault()
    onLog(PASTED, field.value)
  })
  field.addEventListener("keydown", event => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.requestSubmit()
  })
  field.addEventListener("paste", event => paste(event, field, onLog))
  listenForFiles(form, onLog)
  listenForDrops(form, onLog)
}

/**
 * @param {ClipboardEvent} event
 * @param {HTMLTextAreaElement} field
 * @param {(name: string, log: string) => void} onLog
 */
function paste(event, field, onLog) {
  const text = event.clipboardData?.getData("text/plain") ?? ""
  if (text.length > LONGEST_FIELD) {
    event.preventDefault()
    onLog(PASTED, text)
  } else if (text.trim() && !field.value) {
    // Its value is there after the event.
    setTimeout(() => onLog(PASTED, field.value))
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {(name: string, log: File) => void} onLog
 */
function listenForFiles(form, onLog) {
  const input = find(form, "input[type=file]", HTMLInputElement)
  find(form, "[data-open]", HTMLButtonElement).addEventListener("click", () => input.click())
  input.addEventListener("change", () => {
    const [file] = input.files ?? []
    if (file) onLog(file.name, file)
    // The same file can then be chosen again, as when the job has written more.
    input.value = ""
  })
}

/**
 * @param {HTMLFormElement} form
 * @param {(name: string, log: File) => void} onLog
 */
function listenForDrops(form, onLog) {
  const mark = (/** @type {boolean} */ isTarget) => form.classList.toggle("diagnose--target", isTarget)
  document.addEventListener("dragover", event => {
    if (holdsFiles(event)) event.preventDefault()
    mark(holdsFiles(event))
  })
  document.addEventListener("dragleave", event => {
    if (!event.relatedTarget) mark(false)
  })
  document.addEventListener("drop", event => {
    mark(false)
    if (!holdsFiles(event)) return
    event.preventDefault()
    const [dropped] = event.dataTransfer?.files ?? []
    if (dropped) onLog(dropped.name, dropped)
  })
}

/** @param {DragEvent} event */
function holdsFiles(event) {
  return event.dataTransfer?.types.includes("Files") ?? false
}
