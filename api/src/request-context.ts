/** Where a request came from: HMACs for limits and the audit trail, never the values. */
import type { SecurityEvent } from './monitoring/security-events.ts'

/** A network that a request comes from: the HMAC it is counted under, and how many times the limit it is allowed. */
export type Network = { mac: Buffer; multiple: number }

export type RequestContext = {
  requestId: string
  /** The narrowest of `networks`. */
  address: Buffer
  /** The address, then the wider networks around it; limits by network are made of them with `networkRules`. */
  networks: readonly Network[]
  deviceId: Buffer | null
  /** Browser and system in words. */
  deviceLabel: string | null
  /** Tells the operator of a security event of this request. */
  report(event: SecurityEvent): void
}

/** The browser that a request came from, as its cookie tells (http/browser-cookie.ts). */
export type Browser = {
  /** The SHA-256 of each value in the cookie; empty without a cookie. */
  ids: readonly Buffer[]
  /**
   * Writes the cookie anew: the value of `own`, then the values of `others`. Every other value is dropped. A new value
   * takes the place of `own` where that is null, or its value was not issued by this version. Returns the id of the
   * person's own value.
   */
  write(kept: { own: Buffer | null; others: readonly Buffer[] }): Buffer
}
