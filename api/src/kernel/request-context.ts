/** Describes the origin of a request for limits and the audit trail, as HMACs instead of the values. */

/** The time in seconds that a browser stays known after a sign-in. */
export const knownBrowserSeconds = 15_552_000

/**
 * The maximum number of users in the cookie of a known browser. A new user replaces the one with the oldest sign-in.
 */
export const knownUsersPerBrowser = 8

/** The time in seconds that a sign-in through another provider stays bound to its browser after its last step. */
export const flowBrowserSeconds = 3_600

/** A network of the caller: the HMAC of its counter key, and the factor by which its limit is larger. */
export type Network = { mac: Buffer; multiple: number }

export type SecurityEvent = {
  event: string
  platform?: string | null | undefined
  clientId?: string | null | undefined
  userId?: string | null | undefined
  sessionId?: string | null | undefined
  /** The HMAC of the caller's narrowest network. */
  network?: Buffer | undefined
}

export type RequestContext = {
  requestId: string
  /** The HMAC of the narrowest network. */
  address: Buffer
  /** The address, then the wider networks that contain it, for `networkRules`. */
  networks: readonly Network[]
  deviceId: Buffer | null
  /** Names the browser and operating system, such as 'Chrome on Windows'. */
  deviceLabel: string | null
  /** The IANA name of the browser's time zone; used only for times in messages. */
  timeZone: string | null
  /** Reports a security event of this request to the operator. */
  report(event: SecurityEvent): void
}

/** The known-browser cookie of a request (kernel/http/browser-cookie.ts). */
export type Browser = {
  /** The page is in the mode for shared computers: a sign-in makes no browser known. */
  isShared: boolean
  session: BrowserSessionCookie
  /** The SHA-256 of each value in the cookie; empty without a cookie. */
  ids: readonly Buffer[]
  /**
   * Writes the cookie with the value of `own` and then those of `others`, and drops all other values. Makes a new value
   * if `own` is null or an older version issued it. Returns the id of the user's own value. A shared browser keeps its
   * cookie as it is: a new value is written nowhere.
   */
  write(kept: { own: Buffer | null; others: readonly Buffer[] }): Buffer
}

/** SHA-256 of the lasting half of a browser session's cookie, and of the whole value. */
export type BrowserSessionValue = { family: Buffer; hash: Buffer }

/** A new value; `write` sets the cookie for this number of seconds, or until the browser closes (null). */
type NewBrowserSessionValue = BrowserSessionValue & { write(seconds: number | null): void }

/** The browser-session cookie of a request. The browser gets what was written only with a successful answer. */
export type BrowserSessionCookie = {
  /** null without the cookie. */
  presented: BrowserSessionValue | null
  /** Makes the next value of the presented browser session; null without the cookie. */
  renew(): NewBrowserSessionValue | null
  /** Makes the first value of a new browser session. */
  make(): NewBrowserSessionValue
  clear(): void
}
