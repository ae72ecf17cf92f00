/* Judges the answers of the form: by the JSON Schema, and by the rules that no schema can hold. Says
 * what is wrong and how to mend it, as trainwreck check does. Defines TrainwreckNewCheck.
 */

globalThis.TrainwreckNewCheck = (() => {
  "use strict"

  const LONGEST_TEXT = 20_000
  const OWN = "(new)"
  const PROSE = [
    "verdict", "summary", "confirm", "cause", "first_step", "action_reason", "fix_title", "fix_danger", "fix_text", "because",
    "error", "cure",
  ]
  const LINES = ["title", "versions"]
  const WORDS = [...LINES, "messages", "sample"]

  class NewCheck {
    // Knows all entries and the new one; made anew where its messages change, which takes a while.
    #together = null

    /**
     * @param {object} data What macros/new_error.py writes.
     * @param {object[]} entries Entries of the compiled catalog.
     * @param {TrainwreckNewLog} log Knows messages and names.
     */
    constructor(data, entries, log) {
      this.data = data
      this.entries = entries
      this.log = log
      this.prose = new TrainwreckNewProse(data.patterns)
      this.toWritePattern = new RegExp(data.patterns.toWrite.source, data.patterns.toWrite.flags)
      const options = { allErrors: true, verbose: true, strict: false, validateFormats: false }
      this.validate = new (ajv2020.default ?? ajv2020)(options).compile(data.schema)
      this.ids = new Map(Object.entries(data.former))
      for (const { id } of entries) this.ids.set(id, id)
    }

    /**
     * Finds what is wrong.
     *
     * @param {object} given As `TrainwreckNewEntry.answers()` returns it.
     * @param {object} entry As `TrainwreckNewEntry.entry()` returns it.
     * @param {string} yaml As `TrainwreckNewEntry.yaml()` returns it.
     * @returns {{field: string, problem: string, remedy: string, id?: string}[]} The faults in the order
     *   of the fields; `id` is that of the entry to read.
     */
    faults(given, entry, yaml) {
      const long = [...tooLong(given), ...this.#ofFile(given, yaml)]
      const found = [...long, ...this.#bySchema(entry), ...this.#ofPlace(given)]
      // The rest takes time with very long texts, and is of no use for them.
      if (!long.length) {
        found.push(...this.#ofClusters(given), ...this.#ofMessages(given), ...this.#ofSample(given))
        found.push(...this.#ofTexts(given, entry))
      }
      const order = Object.keys(this.data.fields)
      const seen = new Set()
      return found
        .filter(({ field, problem }) => {
          const key = `${field} ${problem}`
          return !seen.has(key) && seen.add(key)
        })
        .sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field))
    }

    /**
     * Tells what is still to be written.
     *
     * @param {object} entry As `TrainwreckNewEntry.entry()` returns it.
     * @returns {string[]} Labels of the fields in whose place the file holds a prompt.
     */
    toWrite(entry) {
      return Object.values(this.data.fields)
        .filter(({ path }) => this.toWritePattern.test(String(valueAt(entry, path) ?? "")))
        .map(({ label }) => label)
    }

    #bySchema(entry) {
      if (this.validate(entry)) return []
      const byPath = grouped(this.validate.errors, error => error.instancePath)
      return [...byPath].flatMap(([path, errors]) => {
        const field = this.#fieldAt(path)
        return field ? [{ field, ...worded(errors, this.data.fields[field].label) }] : []
      })
    }

    /* The field whose value stands at a path or around it. */
    #fieldAt(path) {
      const around = Object.keys(this.data.fields).filter(name => {
        const own = this.data.fields[name].path
        return own && (path === own || path.startsWith(`${own}/`))
      })
      return around.at(-1)
    }

    #ofFile({ lengths }, yaml) {
      const { size } = new Blob([yaml])
      const most = this.data.limits.file
      if (size <= most) return []
      const [field] = Object.entries(lengths).reduce((a, b) => (a[1] >= b[1] ? a : b))
      const problem = `is the longest part of a file of ${size.toLocaleString("en")} bytes`
      return [{ field, problem, remedy: `shorten it: a file may have ${most.toLocaleString("en")}` }]
    }

    #ofPlace({ id, category }) {
      const found = []
      if (!category) found.push({ field: "category", ...notChosen() })
      if (!id) {
        found.push({ field: "id", problem: "is empty", remedy: `write it: ${kebabAdvice("")}` })
      } else if (!new RegExp(this.data.idPattern).test(id)) {
        found.push({ field: "id", problem: `"${shown(id)}" is not an id`, remedy: kebabAdvice(id) })
      } else if (id.length > this.data.limits.id) {
        const problem = `is ${id.length.toLocaleString("en")} characters long`
        found.push({ field: "id", problem, remedy: `keep it within ${this.data.limits.id}` })
      } else if (this.ids.has(id)) {
        found.push({
          field: "id",
          problem: `"${id}" is the id of an entry, or was`,
          remedy: "read that entry, or choose another id",
          id: this.ids.get(id),
        })
      }
      return found
    }

    #ofClusters({ clusters }) {
      const { anyCluster } = this.data
      if (!clusters.includes(anyCluster) || clusters.length === 1) return []
      return [{
        field: "clusters",
        problem: `names "${anyCluster}" beside other clusters`,
        remedy: "choose Any or the clusters, not both",
      }]
    }

    #isTooGeneral(message) {
      const template = TrainwreckMatcher.template(message)
      const hasGap = template.gaps.length > 0 || template.openStart || template.openEnd
      return template.weight < this.data.limits.leastLetters || (template.isWholeLine && hasGap)
    }

    #ofMessages({ messages, kind, other_cause: otherCause }) {
      const found = []
      const note = (problem, remedy, id) => found.push({ field: "messages", problem, remedy, id })
      if (!messages.length && this.data.kindsThatPrint.includes(kind)) {
        note(`gives no messages for a ${kind}`, "write what the log prints, or choose another kind")
      }
      for (const [index, message] of messages.entries()) {
        if (messages.indexOf(message) < index) {
          note(`lists "${shown(message)}" twice`, "write each wording once")
          continue
        }
        if (this.#isTooGeneral(message)) {
          const { lettersAnywhere, leastLetters } = this.data.limits
          note(
            `"${shown(message)}" is too general: almost nothing in it is fixed text`,
            `quote at least ${lettersAnywhere} letters or digits beside <*>;`
              + ` ${leastLetters} are enough for a whole line without gaps`,
          )
          continue
        }
        const said = TrainwreckMatcher.lines(message).map(line => line.text).join("")
        if (said !== message) {
          note(
            `"${shown(message)}" begins or ends with what a diagnosis takes off before it looks`,
            `write "${shown(said)}"`,
          )
        }
        const redacted = this.log.redacted(message)
        if (redacted !== message) {
          const better = redacted.replace(/<[a-z-]+>/g, "<*>")
          note(
            `"${shown(message)}" holds what differs from person to person`, `write "${shown(better)}"`,
          )
        }
        const owner = this.#owner(message)
        if (owner) {
          note(
            `"${shown(message)}" is a message of ${owner} too`,
            "read that entry; if yours has another cause, add what tells them apart",
            owner,
          )
        }
      }
      const known = messages.length && !found.length ? this.log.known(messages) : []
      if (known.length && !otherCause) {
        note(
          `lead to ${known[0].id}, which is in the catalog`,
          "read that entry; if yours has another cause, say so below the log",
          known[0].id,
        )
      }
      return found.length ? found : this.#ofOthersSamples(messages)
    }

    #owner(message) {
      if (!this.owners) {
        this.owners = new Map()
        for (const { id, messages } of this.entries) {
          for (const text of messages) this.owners.set(keyOf(text), id)
        }
      }
      return this.owners.get(keyOf(message))
    }

    /* Samples of other entries that these messages would claim. */
    #ofOthersSamples(messages) {
      if (!messages.length) return []
      const alone = new TrainwreckMatcher([ownEntry(messages)])
      for (const { id, samples } of this.entries) {
        for (const sample of samples) {
          if (!alone.find(sample, 1).length || this.#leadsTo(sample, messages).id === id) continue
          return [{
            field: "messages",
            problem: `stand in a sample of ${id}, which would then lead here first`,
            remedy: "quote more fixed text, or read that entry",
            id,
          }]
        }
      }
      return []
    }

    #ofSample({ sample, messages }) {
      if (!sample) return []
      if (!this.log.holds(sample, messages)) {
        return [{
          field: "sample",
          problem: "holds none of the messages",
          remedy: "quote the line that a message stands in, or mend the message",
        }]
      }
      const first = this.#leadsTo(sample, messages)
      if (first.id === OWN) return []
      return [{
        field: "sample",
        problem: `leads to ${first.id} first, by its message "${shown(first.message)}"`,
        remedy: "leave that line out, or write a message with more fixed text",
        id: first.id,
      }]
    }

    /* What a diagnosis finds first in a text that holds a message, were these messages in the catalog. */
    #leadsTo(text, messages) {
      const key = messages.join("\n")
      if (this.#together?.key !== key) {
        const matcher = new TrainwreckMatcher([...this.entries, ownEntry(messages)])
        this.#together = { key, matcher }
      }
      return this.#together.matcher.diagnose(text)[0]
    }

    #ofTexts(given, entry) {
      const found = []
      for (const field of WORDS) {
        if (this.toWritePattern.test([given[field]].flat().join("\n"))) {
          found.push({ field, problem: "still holds the text of the template", remedy: "write over it" })
        }
      }
      for (const field of PROSE) {
        if (!given[field]) continue
        const text = valueAt(entry, this.data.fields[field].path) ?? ""
        found.push(...placed(field, text, this.prose.flaws(text)))
      }
      for (const field of [...LINES, "sample", ...PROSE]) {
        if (!given[field]) continue
        const text = String(valueAt(entry, this.data.fields[field].path) ?? given[field])
        const traces = this.log.traces(text).map(({ line, problem, placeholder }) => {
          return { line, problem, remedy: `write ${placeholder}` }
        })
        found.push(...placed(field, text, traces))
      }
      if (given.reproduction === "script") {
        for (const field of ["error", "cure"]) {
          const text = valueAt(entry, this.data.fields[field].path)
          const count = given[field] ? this.prose.programs(text) : 1
          if (count !== 1) {
            const problem = `holds ${count} code fences of python or bash`
            found.push({ field, problem, remedy: "write the one that is to be run" })
          }
        }
      }
      const command = given.fix_danger ? null : this.prose.dangerous(given.fix_text)
      if (command) {
        found.push({
          field: "fix_text",
          problem: `holds "${command}", which destroys`,
          remedy: "say under danger what can be lost, or give a safe way",
        })
      }
      return found
    }
  }

  function ownEntry(messages) {
    return { id: OWN, messages, unless: [], caused_by: [] }
  }

  /* The flaws of a text as faults of its field, with their lines where there are several. */
  function placed(field, text, flaws) {
    const several = text.trim().includes("\n")
    return flaws.map(({ line, problem, remedy }) => {
      return { field, problem: `${several ? `line ${line + 1}: ` : ""}${problem}`, remedy }
    })
  }

  function tooLong(given) {
    return Object.entries(given.lengths)
      .filter(([, length]) => length > LONGEST_TEXT)
      .map(([field, length]) => ({
        field,
        problem: `is ${length.toLocaleString("en")} characters long`,
        remedy: `keep it within ${LONGEST_TEXT.toLocaleString("en")}`,
      }))
  }

  function keyOf(message) {
    const { pieces, gaps } = TrainwreckMatcher.template(message)
    return JSON.stringify([pieces, gaps.map(gap => gap.reach)])
  }

  function grouped(items, keyOfItem) {
    const groups = new Map()
    for (const item of items) {
      const key = keyOfItem(item)
      groups.set(key, [...(groups.get(key) ?? []), item])
    }
    return groups
  }

  /* What is wrong and what would be right, for what the validator found at one place. */
  function worded(errors, label) {
    const error = errors.find(({ keyword }) => keyword === "oneOf")
      ?? errors.find(({ keyword }) => keyword in WORDINGS)
      ?? errors[0]
    return WORDINGS[error.keyword]?.(error, label)
      ?? { problem: error.message, remedy: "look it up in the description of the fields" }
  }

  const WORDINGS = {
    oneOf: ({ data }, label) => (data === "" ? notChosen() : {
      problem: `"${shown(String(data))}" is no ${label.toLowerCase().replace(/s$/, "")}`,
      remedy: "choose from the list",
    }),
    minItems: () => ({ problem: "names none", remedy: "choose at least one" }),
    minLength: ({ data, params, parentSchema }) => {
      const meaning = parentSchema.description ? `: ${parentSchema.description}` : ""
      if (!data.trim()) return { problem: "is empty", remedy: `write it${meaning}` }
      return {
        problem: `is only ${[...data].length} characters long`,
        remedy: `write at least ${params.limit}${meaning}`,
      }
    },
    maxLength: ({ data, params }) => ({
      problem: `is ${[...data].length} characters long`, remedy: `keep it within ${params.limit}`,
    }),
  }

  function notChosen() {
    return { problem: "is not chosen", remedy: "choose one" }
  }

  function kebabAdvice(name) {
    const better = name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "")
    const advice = "use lower-case words joined by hyphens"
    return better ? `${advice}, such as "${shown(better)}"` : advice
  }

  function shown(text) {
    return text.length > 120 ? `${text.slice(0, 120)} …` : text
  }

  /* What stands at a JSON Pointer; undefined where nothing does. */
  function valueAt(entry, path) {
    if (!path) return undefined
    return path.slice(1).split("/").reduce((part, name) => part?.[name], entry)
  }

  NewCheck.LONGEST_TEXT = LONGEST_TEXT
  return NewCheck
})()
