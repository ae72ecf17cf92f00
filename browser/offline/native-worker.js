/** The browser's own Worker, kept before iframe-worker replaces it. */

export const NativeWorker = window.Worker
