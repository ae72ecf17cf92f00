/* What would be lost, dangerous or broken when the Markdown of an entry is rendered: the rules of
 * trainwreck/prose.py. Defines TrainwreckNewProse.
 */

globalThis.TrainwreckNewProse = class {
  #patterns

  /** @param {object} patterns Patterns by name, as macros/new_error.py writes them. */
  constructor(patterns) {
    this.#patterns = Object.fromEntries(
      Object.entries(patterns).map(([name, { source, flags }]) => [name, new RegExp(source, flags)]),
    )
  }

  /**
   * Finds what is wrong in a text.
   *
   * @param {string} text Markdown.
   * @returns {{line: number, problem: string, remedy: string}[]} Each flaw with its line, from 0.
   */
  flaws(text) {
    const found = []
    const own = this.#without("toWrite", text, (prompt, offset) => {
      const line = text.slice(0, offset).split("\n").length - 1
      const what = prompt.match(this.#patterns.toWrite)[1].trim().replace(/\s+/g, " ")
      found.push({ line, problem: "still holds the text of the template", remedy: `write ${what}` })
    })
    const { fences, outside, open } = this.#walk(own)
    for (const { line, marks, info } of fences) {
      if (info.trim()) continue
      found.push({ line, problem: "a code fence names no language", remedy: `write ${marks}text or the like` })
    }
    if (open) {
      found.push({
        line: open.line, problem: "a code fence is never closed", remedy: `end it with a line of ${open.marks}`,
      })
    }
    const bare = this.#without("codeSpan", outside.join("\n"))
    for (const [line, said] of bare.split("\n").entries()) {
      found.push(...this.#lineFlaws(said).map(flaw => ({ line, ...flaw })))
    }
    return found
  }

  /**
   * Counts the programs.
   *
   * @param {string} text Markdown.
   * @returns {number} How many code fences hold Python or Bash.
   */
  programs(text) {
    return this.#walk(text).fences.filter(({ info }) => /^\s*(?:python|bash)\b/.test(info)).length
  }

  /**
   * Looks for a command that deletes, kills or overwrites.
   *
   * @param {string} text Markdown.
   * @returns {string|null} The first in its code; null where there is none.
   */
  dangerous(text) {
    const code = this.#walk(text).code.filter(line => !line.trimStart().startsWith("#"))
    return code.join("\n").match(this.#patterns.dangerous)?.[0] ?? null
  }

  /* The text with nothing but the line breaks of what a pattern finds. */
  #without(name, text, note = () => {}) {
    const { source, flags } = this.#patterns[name]
    return text.replace(new RegExp(source, `${flags}g`), (found, ...rest) => {
      note(found, rest.find(part => typeof part === "number"))
      return found.replace(/[^\n]/g, "")
    })
  }

  /* The code fences, their lines, and the lines outside of them. */
  #walk(text) {
    const fences = []
    const outside = []
    const code = []
    let open = null
    for (const [line, said] of text.split("\n").entries()) {
      const match = said.match(this.#patterns.fence)
      outside.push(match || open ? "" : said)
      if (match && !open) {
        open = { line, marks: match[1], info: match[2] }
        fences.push(open)
      } else if (match && match[1].startsWith(open.marks) && !match[2].trim()) {
        open = null
      } else if (open) {
        code.push(said)
      }
    }
    return { fences, outside, code, open }
  }

  #lineFlaws(line) {
    const bare = this.#without("autolink", line)
    const found = []
    const html = bare.search(this.#patterns.html)
    if (html >= 0) {
      const problem = `"${bare.slice(html, html + 20)}" would be read as HTML`
      found.push({ problem, remedy: "put it in backticks" })
    }
    if (this.#patterns.heading.test(line)) {
      found.push({
        problem: "holds a heading",
        remedy: "the page makes the headings: use a paragraph or another field",
      })
    }
    const { source, flags } = this.#patterns.link
    for (const [, target] of bare.matchAll(new RegExp(source, `${flags}g`))) {
      if (/^(?:https:\/\/|\/|#)/.test(target)) continue
      found.push({
        problem: `links to "${target}"`,
        remedy: "write the whole https address, or /errors/<id>.md for an entry",
      })
    }
    return found
  }
}
