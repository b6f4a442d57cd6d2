/** Defines the limits of connections and their requests. */

export const bodyMaxBytes = 65_536

/**
 * The maximum number of values in the JSON of one request, including objects and lists; each takes time to validate.
 */
export const bodyMaxValues = 2_048

/**
 * For a body with more values than this, only the first fault is reported, because each fault takes time and space in
 * the answer.
 */
export const allFaultsMaxValues = 64

/** The JSON of one request must arrive within this time. */
export const bodyWaitMs = 10_000

/** The minimum bytes per second of an upload, averaged over each `bodyWaitMs`: a fifth of a slow phone's speed. */
export const uploadBytesPerSecond = 6_400

export const headerMaxBytes = 16_384

/**
 * The maximum number of requests, over all connections, that wait for the answer to an earlier request of their
 * connection. No browser or proxy sends requests like this. A connection that exceeds the number is closed.
 */
export const waitingRequestsMax = 2_000

/**
 * The limits of a connection, in order: time for complete headers (checked every `checkMs`), time for a complete
 * request (a 5 MB image on a slow phone), idle time between two requests, time without any byte in either direction,
 * number of requests before the connection closes, time for a refused connection to read its answer, and time for open
 * requests to finish when the service stops.
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
