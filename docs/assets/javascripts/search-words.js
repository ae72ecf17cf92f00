/* Words as the search compares them: without case, endings and punctuation, compounds taken apart.
 * Runs in the search worker, and defines SearchWords.
 */

const SearchWords = (() => {
  const COMPOUND = /[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)*/gu
  const CAMEL = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
  const LONGEST = 40
  const MOST_CACHED = 100_000
  /* Numbers of a run, not of an error: addresses, process ids, sizes. */
  const RUN_NUMBER = /^\d{5,}$|^0x|^(?=(?:\p{L}*\d){4})[\p{L}\d]{8,}$/u

  const STOP_WORDS = new Set(("a about after all also although am an and any are as at be because been but by can "
    + "could did do does doing don for from get getting gets give given gives go goes got had has have having he "
    + "here how i if in into is it its itself just let like me my now of off on one only or other our over "
    + "own per please said same say says seem seems she should since so some such than that the their them then "
    + "there these they thing this those though to too try trying up us use used using very via want was we "
    + "well were what when where which while who why will with would you your ve ll re isn doesn didn t s d m").split(" "))

  /* Words of which any may stand for another. One line a meaning, as English and logs say it. */
  const SYNONYMS = [
    "hang stuck freeze frozen deadlock stall forever indefinite block unresponsive wait",
    "crash die kill abort terminate exit fail stop",
    "slow slowdown long sluggish bottleneck latency speed",
    "memory ram oom vram",
    "nan finite infinite inf",
    "bf16 bfloat16",
    "fp16 float16 half",
    "mixed amp autocast",
    "loss objective",
    "learn decrease converge improve plateau constant drop flat",
    "spike jump explode blow",
    "checkpoint ckpt weight state_dict snapshot",
    "resume restart continue reload restore",
    "validate evaluate eval",
    "predict output logit",
    "gpu device accelerator card",
    "rocm hip amd",
    "cuda nvidia",
    "queue pend",
    "reproduce determin seed irreproduce",
    "differ mismatch inconsistent vary different",
    "start startup begin launch init initialize",
    "port address bind",
    "timeout timed watchdog",
    "network interconnect",
    "miss find found absent",
    "import package module",
    "disk quota storage filesystem",
    "full exceed exhaust",
    "expire invalid revoke",
    "url link href",
    "download fetch retrieve",
    "upload push",
    "large big huge",
    "length len size",
    "shard split",
    "rank process",
    "node host machine",
    "average ema mean",
    "architecture model layer",
    "parameter param",
    "arm aarch64 arm64",
    "image raster geotiff tile",
    "compile inductor dynamo",
    "recompile retrace",
    "unsupported fallback",
    "skip ignore",
    "sqlite database db",
    "concurrent parallel simultaneous",
    "container apptainer singularity docker",
    "slurm sbatch srun",
    "gradient grad backward",
    "batchnorm bn",
  ]

  const PHRASES = [
    [/\bnot a number\b/gi, "nan"],
    [/\bout[ -]of[ -]memory\b/gi, "$& oom"],
    [/\b(?:never|not|doesn'?t|won'?t|cannot|can'?t) (?:start|begin|finish|return|respond|proceed|progress)/gi, "hang $&"],
    [/\bno progress\b/gi, "hang $&"],
    [/\bbad gateway\b/gi, "502 $&"],
    [/\btoo many requests\b/gi, "429 $&"],
    [/\b(?:half|mixed)[ -]precision\b/gi, "$& amp fp16"],
    [/\bsegmentation fault\b/gi, "$& segfault"],
  ]

  const known = new Map()
  const related = new Map()
  for (const line of SYNONYMS) {
    const group = [...new Set(line.split(" ").flatMap(sequence))]
    for (const word of group) {
      related.set(word, [...(related.get(word) ?? []), ...group.filter(other => other !== word)])
    }
  }

  /**
   * The words of a text in their order, ready to be compared: endings cut, compounds in their parts.
   *
   * @param {string} text any text
   * @returns {string[]} words; "DataLoader" gives "data" and "load"
   */
  function sequence(text) {
    const words = []
    for (const { parts } of compounds(text)) {
      for (const part of parts) words.push(part)
    }
    return words
  }

  /**
   * The compounds of a text in their order, each with its parts and as a whole.
   *
   * @param {string} text any text
   * @returns {{parts: string[], whole: ?string}[]} of "prefetch_factor" the parts "prefetch" and
   *   "factor" and the whole "prefetchfactor"; of a plain word one part and no whole
   */
  function compounds(text) {
    return (text.match(COMPOUND) ?? []).map(compound => {
      let found = known.get(compound)
      if (!found) {
        if (known.size >= MOST_CACHED) known.clear()
        known.set(compound, found = taken(compound))
      }
      return found
    })
  }

  function taken(compound) {
    const parts = compound.split("_").flatMap(split).map(stem)
    const isOne = parts.length < 2 || compound.length > LONGEST
    return { parts, whole: isOne ? undefined : stem(compound.toLowerCase().replaceAll("_", "")) }
  }

  function split(token) {
    if (token.length > LONGEST || RUN_NUMBER.test(token)) return []
    return token.split(CAMEL).map(part => part.toLowerCase())
  }

  /**
   * A word without its ending, so that "hangs", "hanging" and "hang" are one.
   *
   * @param {string} word a word in small letters
   * @returns {string} its stem, which need not be a word
   */
  function stem(word) {
    return word.length > 3 && /^[a-z]+$/.test(word) ? cut(word) : word
  }

  function cut(word) {
    let stem = word
      .replace(/(ss|x|ch|sh)es$/, "$1")
      .replace(/ies$/, "y")
      .replace(/([^siu])s$/, "$1")
    const verb = /^(.*[aeiouy].*?)(?:ing|ed)$/.exec(stem)
    if (verb && verb[1].length > 2) stem = verb[1].replace(/([bdfgmnprt])\1$/, "$1")
    stem = stem.replace(/(.{3})(?:ely|ly)$/, "$1")
    stem = stem.replace(/(.{3}i[sz])ation$/, "$1").replace(/(.{3})(?:ation|ator|ate|at)$/, "$1")
    stem = stem.replace(/(.{3}[st])(?:ion|or)$/, "$1")
    stem = stem.replace(/(.{4})(?:ence|ent|er)$/, "$1").replace(/(.{3}.)e$/, "$1")
    return stem.replace(/(.{3})is$/, "$1iz").replace(/(.{3})y$/, "$1i")
  }

  /**
   * The words that may stand for a word.
   *
   * @param {string} word a stem
   * @returns {string[]} stems
   */
  function synonyms(word) {
    return related.get(word) ?? []
  }

  /**
   * A text in which common phrases are joined by the one word for them.
   *
   * @param {string} text what somebody searches for
   * @returns {string} the text with those words added
   */
  function withPhrases(text) {
    return PHRASES.reduce((result, [phrase, word]) => result.replace(phrase, word), text)
  }

  /**
   * Whether a word says nothing about an error.
   *
   * @param {string} word a word in small letters, or its stem
   * @returns {boolean} true for "the", and for single letters
   */
  function isStopWord(word) {
    return STOP_WORDS.has(word) || word.length < 2
  }

  return { sequence, compounds, stem, synonyms, withPhrases, isStopWord }
})()
