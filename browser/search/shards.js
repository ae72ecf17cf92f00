/** Dictionaries in parts, each loaded when something of it is looked up. */

import { firstFrom } from "./word-index.js"

/** @typedef {(number: number) => Promise<any>} LoadPart Loads a part by its number. */

/** The parts of a list, each loaded once. */
export class Parts {
  /** @type {Map<number, Promise<any>>} */
  #loaded = new Map()
  #load

  /** @param {LoadPart} load */
  constructor(load) {
    this.#load = load
  }

  /**
   * Return a part.
   *
   * @param {number} number Its number.
   * @returns {Promise<any>} Its content.
   * @throws {Error} Where it cannot be loaded; the next call tries again.
   */
  get(number) {
    const known = this.#loaded.get(number)
    if (known) return known
    const part = this.#load(number)
    this.#loaded.set(number, part)
    part.catch(() => this.#loaded.delete(number))
    return part
  }
}

/**
 * A sorted dictionary.
 *
 * @template Value
 */
export class Shards {
  /** @type {Map<string, Value>} */
  #values = new Map()
  /** @type {Parts} */
  #parts

  /**
   * @param {string[]} starts The first key of each part.
   * @param {LoadPart} load
   */
  constructor(starts, load) {
    this.starts = starts
    this.#parts = new Parts(async number => {
      /** @type {[string, Value][]} */
      const items = await load(number)
      for (const [key, value] of items) this.#values.set(key, value)
      return items.map(([key]) => key)
    })
  }

  /**
   * Load what there is for some keys.
   *
   * @param {Iterable<string>} keys
   * @returns {Promise<void>} Ends when `get()` knows all of them.
   * @throws {Error} Where a part cannot be loaded.
   */
  async need(keys) {
    const numbers = new Set([...keys].map(key => this.#partOf(key)))
    await Promise.all([...numbers].filter(number => number >= 0).map(number => this.#parts.get(number)))
  }

  /**
   * Return the value of a key.
   *
   * @param {string} key A key that was needed before.
   * @returns {Value | undefined} Nothing where there is no such key.
   */
  get(key) {
    return this.#values.get(key)
  }

  /**
   * Return keys that begin with some letters, and load their parts.
   *
   * @param {string} start The letters.
   * @param {number} most How many to return at most.
   * @returns {Promise<string[]>} The first ones in alphabetical order.
   * @throws {Error} Where a part cannot be loaded.
   */
  async beginningWith(start, most) {
    /** @type {string[]} */
    const found = []
    for (let number = Math.max(0, this.#partOf(start)); number < this.starts.length; number += 1) {
      /** @type {string[]} */
      const keys = await this.#parts.get(number)
      found.push(...keys.filter(key => key.startsWith(start)))
      if (found.length >= most || !this.starts[number + 1]?.startsWith(start)) break
    }
    return found.slice(0, most)
  }

  /**
   * Return the number of the part that has a key if there is such a key; -1 if there is none.
   *
   * @param {string} key
   */
  #partOf(key) {
    const next = firstFrom(this.starts, key)
    return this.starts[next] === key ? next : next - 1
  }
}
