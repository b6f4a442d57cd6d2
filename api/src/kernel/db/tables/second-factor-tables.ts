/** Declares the columns of the tables of second factors. */
import type { Generated } from 'kysely'
import type { OptionalTimestamp, Timestamp } from './record-tables.ts'

/** Authenticator apps (RFC 6238). */
export type TotpFactors = {
  id: Generated<string>
  userId: string
  name: string
  /** Encrypted. */
  secret: Buffer
  /** The time step of the last code; the driver returns a bigint as text. */
  lastStep: Generated<number | string>
  createdAt: Timestamp
  /** null until the user has typed a code of the app. */
  confirmedAt: OptionalTimestamp
  lastUsedAt: OptionalTimestamp
}

/** The present set of a user's recovery codes. */
export type RecoveryCodes = {
  userId: string
  mac: Buffer
  createdAt: Timestamp
  usedAt: OptionalTimestamp
}

/** The first sign-in of a user without a second factor at a platform that asks for one. */
export type AssuranceEnrolments = {
  userId: string
  platform: string
  beganAt: Timestamp
}
