/** Where a request came from: HMACs for limits and the audit trail, never the values. */
import type { SecurityEvent } from './security-watch.ts'

/** A network that a request comes from: the HMAC it is counted under, and how many times the limit it is allowed. */
export type Network = { mac: Buffer; multiple: number }

export type From = {
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
