/** Describes the origin of a request for limits and the audit trail: HMACs, never the values. */

/** A browser stays known for this long after a sign-in. */
export const knownBrowserSeconds = 15_552_000

/** The most users of one known browser; a further one replaces the user with the oldest sign-in. */
export const knownUsersPerBrowser = 8

/** A sign-in through another provider stays bound to its browser for this long after its last step. */
export const flowBrowserSeconds = 600

/** A network of the caller: the HMAC it counts under, and the multiple of the limit that it is allowed. */
export type Network = { mac: Buffer; multiple: number }

export type SecurityEvent = {
  event: string
  platform?: string | null | undefined
  clientId?: string | null | undefined
  userId?: string | null | undefined
  sessionId?: string | null | undefined
}

export type RequestContext = {
  requestId: string
  /** The narrowest of `networks`. */
  address: Buffer
  /** The address, then the wider networks around it, for `networkRules`. */
  networks: readonly Network[]
  deviceId: Buffer | null
  /** Names the browser and operating system, such as 'Chrome on Windows'. */
  deviceLabel: string | null
  /** The IANA name of the time zone that the browser sends; for the times in messages, and nothing else. */
  timeZone: string | null
  /** Reports a security event of this request to the operator. */
  report(event: SecurityEvent): void
}

/** The browser of a request, by its cookie (kernel/http/browser-cookie.ts). */
export type Browser = {
  /** The SHA-256 of each value in the cookie; empty without a cookie. */
  ids: readonly Buffer[]
  /**
   * Writes the cookie again with the value of `own` and then those of `others`, and drops all other values. Makes a new
   * value where `own` is null or was issued by an older version. Returns the id of the user's own value.
   */
  write(kept: { own: Buffer | null; others: readonly Buffer[] }): Buffer
}
