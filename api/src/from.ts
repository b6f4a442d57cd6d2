/** Where a request came from: HMACs for limits and the audit trail, never the values. */
import type { SecurityEvent } from './security-watch.ts'

export type From = {
  requestId: string
  address: Buffer
  deviceId: Buffer | null
  /** Browser and system in words. */
  deviceLabel: string | null
  /** Tells the operator of a security event of this request. */
  report(event: SecurityEvent): void
}
