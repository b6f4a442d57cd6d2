/** Bounds connections and the requests on them. */

export const bodyMaxBytes = 65_536

/** The most values in the JSON of one request, objects and lists included: each takes time to validate. */
export const bodyMaxValues = 2_048

/** A body with more values than this gets its first fault only: each fault takes time, and space in the answer. */
export const allFaultsMaxValues = 64

/** The JSON of one request must arrive within this time. */
export const bodyWaitMs = 10_000

/** The least that an upload must bring in each `bodyWaitMs`, on average: a fifth of what a slow phone sends. */
export const uploadBytesPerSecond = 6_400

export const headerMaxBytes = 16_384

/**
 * Most requests of all connections that wait for the answer to an earlier request of their connection. No browser or proxy
 * sends a request before it has that answer. A connection that exceeds the number is closed.
 */
export const waitingRequestsMax = 2_000

/**
 * Bounds of a connection: complete headers within `headersMs` (checked every `checkMs`), a complete request within
 * `requestMs` (an image of 5 MB on a slow phone), idle time between two requests, time in which no byte of a request arrives
 * and the client takes none of an answer, requests before it is closed, time that a refused connection has to take its
 * answer, time that open requests have to finish once the service stops.
 */
export const connectionBounds = {
  headersMs: 10_000,
  checkMs: 2_000,
  requestMs: 60_000,
  keepAliveMs: 65_000,
  silentMs: 60_000,
  maxRequests: 1_000,
  refusedMs: 2_000,
  finishMs: 12_000,
} as const
