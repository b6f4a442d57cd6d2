/** Declares the columns of the tables of sessions and browsers. */
import type { Generated } from 'kysely'
import type { OptionalTimestamp, Timestamp } from './record-tables.ts'

/** What users let clients of OpenID Connect read. */
export type AppConsents = {
  userId: string
  clientId: string
  scopes: string[]
  createdAt: Timestamp
}

export type Sessions = {
  id: Generated<string>
  /** Set on a child session, which a code exchange opened; ending the parent ends the child. */
  parentId: string | null
  userId: string
  clientId: string | null
  platform: string
  /** The browser in which the session was opened; known_browsers may have a row with the same id. */
  browserId: Buffer | null
  /** The browser session to which a session at Foyer belongs; null for a platform's session below it. */
  browserSessionId: string | null
  /** HMAC of the X-Device-Id header; not reliable, because clients choose the value. */
  deviceId: Buffer | null
  /** Names browser and operating system, such as "Chrome on Android". */
  deviceLabel: string | null
  /** The counter of the currently valid refresh token. */
  counter: Generated<number>
  /** The counter of a refresh token that was used twice because its successor was lost; null if none was. */
  repeatedCounter: number | null
  /** The counter of the successor that the second use got; `repeatedCounter` means nothing for any other counter. */
  repeatedAs: number | null
  rotatedAt: OptionalTimestamp
  authTime: Timestamp
  amr: string[]
  /** The number of factors; null for a session of the previous version. */
  acr: number | null
  /** What the client of OpenID Connect may read; null for any other session. */
  scopes: string[] | null
  createdAt: Timestamp
  lastSeenAt: Timestamp
  /** The maximum time between two refreshes. */
  idleSeconds: number
  idleExpiresAt: Date
  expiresAt: Date
  revokedAt: OptionalTimestamp
  revokedReason: string | null
  /** The browser was new at the sign-in, and the user has not said yet whether the sign-in was theirs. */
  asksOwner: Generated<boolean>
}

/** Browser sessions. The accounts of a browser session are the users of its open sessions. */
export type BrowserSessions = {
  id: Generated<string>
  /**
   * SHA-256 of the half of the cookie's value that never changes. Rows with one family are of one browser: of tabs that
   * signed in at the same moment.
   */
  family: Buffer
  /** SHA-256 of the whole current value. */
  hash: Buffer
  /** A shared computer, until the browser session ends. */
  isShared: boolean
  /** The first use of the current value; null before the browser has sent it. */
  usedAt: OptionalTimestamp
  createdAt: Timestamp
  idleExpiresAt: Date
  expiresAt: Date
  endedAt: OptionalTimestamp
}

/** Known browsers: the hash of a browser's cookie and a user who has signed in with it. */
export type KnownBrowsers = {
  browserId: Buffer
  userId: string
  /** The IANA name of the browser's time zone, for times in messages; null if the browser sent none. */
  timeZone: string | null
  /** When the user gave a second factor here and chose not to be asked for it again; null otherwise. */
  secondFactorAt: OptionalTimestamp
  createdAt: Timestamp
  expiresAt: Date
}

/** Requests of users to delete their account. */
export type AccountDeletions = {
  userId: string
  /** The platform at which the user asked; messages about the deletion name it. */
  platform: string
  requestedAt: Date
  /** The end of the grace period. */
  dueAt: Date
  remindedAt: OptionalTimestamp
  /** Set once the service has noticed that the user signed in again. */
  cancelledAt: OptionalTimestamp
}
