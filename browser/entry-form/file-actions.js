/** What is done with the finished file: copied, saved, opened at the repository's host. */

/**
 * @typedef {object} NewFile
 * @property {string} category
 * @property {string} id
 * @property {string} yaml
 */

/** GitHub answers 414 from about 8,000 on, and its sign-in page gets the address escaped twice. */
const LONGEST_ADDRESS = 6_000

/**
 * Return the address of the host's page for a new file.
 *
 * @param {string} repository Address of the repository.
 * @param {NewFile} file The file.
 * @returns {{ address: string, hasContent: boolean }} Whether the address brings the content along; a long
 *   one has to be pasted.
 */
export function newFileAddress(repository, { category, id, yaml }) {
  const base = `${repository}/new/main/errors/${category}`
  const filename = `${id}.yml`
  const whole = `${base}?${new URLSearchParams({ filename, value: yaml })}`
  if (whole.length <= LONGEST_ADDRESS) return { address: whole, hasContent: true }
  return { address: `${base}?${new URLSearchParams({ filename })}`, hasContent: false }
}

/**
 * Copy a file, or select it where the browser refuses.
 *
 * @param {string} yaml The file.
 * @param {HTMLElement} preview Shows it.
 * @returns {Promise<boolean>} Whether it was copied.
 */
export async function copyFile(yaml, preview) {
  try {
    await navigator.clipboard.writeText(yaml)
    return true
  } catch {
    const range = document.createRange()
    range.selectNodeContents(preview)
    getSelection()?.removeAllRanges()
    getSelection()?.addRange(range)
    return false
  }
}

/**
 * Save a file.
 *
 * @param {NewFile} file The file.
 * @returns {string} Its name.
 */
export function saveFile({ id, yaml }) {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob([yaml], { type: "application/yaml" }))
  link.download = `${id || "new-error"}.yml`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href))
  return link.download
}
