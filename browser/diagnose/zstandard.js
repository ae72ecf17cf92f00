/**
 * Decompresses Zstandard, which no browser does by itself. Few logs need it, so it is loaded for them
 * only.
 */

export { Decompress } from "fzstd"
