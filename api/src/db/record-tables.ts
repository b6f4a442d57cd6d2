/** The shape of what is noted of people: trails, messages, documents, analytics, settings. */
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { OptionalTimestamp, Timestamp } from './column-types.ts'

/** Append-only by trigger. */
export type AuditEvents = {
  id: Generated<string>
  at: Timestamp
  event: string
  userId: string | null
  sessionId: string | null
  platform: string | null
  clientId: string | null
  address: Buffer | null
  deviceId: Buffer | null
  requestId: string | null
  details: JSONColumnType<Record<string, string | number | boolean | null>>
}

export type Messages = {
  id: Generated<string>
  medium: 'email' | 'sms'
  template: string
  /** Recipient and content, AES-256-GCM; null once it is of no use. */
  payload: Buffer | null
  /** HMAC. */
  recipientMac: Buffer | null
  state: Generated<'waiting' | 'sent' | 'expired' | 'dead'>
  /** Those begun, the one under way included. */
  tries: Generated<number>
  /** Of a waiting one: when somebody may take it; whoever does, moves it to the end of their lease. */
  dueAt: Timestamp
  expiresAt: OptionalTimestamp
  finishedAt: OptionalTimestamp
  /** Why the last try failed, as a code: never the other side's words, which name recipients. */
  fault: string | null
  createdAt: Timestamp
}

/** The key is an HMAC of the folded address; the data names it, so it is encrypted. */
export type SignupTracking = {
  key: Buffer
  userId: string
  data: Buffer
  createdAt: Timestamp
}

export type FeatureToggles = {
  id: string
  value: JSONColumnType<Record<string, unknown>>
  updatedAt: Timestamp
}

/** Whose a device's events are. */
export type AnalyticsDevices = {
  /** HMAC of the device header. */
  deviceId: Buffer
  userId: string
  identifiedAt: Timestamp
}

export type AnalyticsEvents = {
  id: Generated<string>
  /** By which a collector knows what it has already. */
  eventId: Generated<string>
  kind: 'identify' | 'attribute' | 'event'
  name: string
  /** Of events: free of queries, addresses and tokens. */
  payload: ColumnType<Record<string, unknown> | null, string | null, never>
  /** What names the person, AES-256-GCM: the others have this in place of a payload. */
  sealed: Buffer | null
  deviceId: Buffer | null
  userId: string | null
  /** By the browser's clock, where that can be. */
  occurredAt: Date
  receivedAt: Timestamp
  expiresAt: Date
  /** When it is to be forwarded next; a copy at it pushes this ahead. Null: not, or done. */
  forwardAt: Date | null
  forwardedAt: OptionalTimestamp
  tries: Generated<number>
}

/** Where an account came from. */
export type SignUps = {
  userId: string
  platform: string
  source: string
  utm: JSONColumnType<Record<string, string>>
  createdAt: Timestamp
}

/** A request that may be sent again; key and body as HMACs. */
export type IdempotencyKeys = {
  key: Buffer
  bodyMac: Buffer
  /** What it made; null while it is under way. */
  madeId: string | null
  claimedAt: Timestamp
  expiresAt: Date
}

/** Of those who changed any. */
export type UserSettings = {
  userId: string
  timezone: string
  marketingEmails: boolean
  productEmails: boolean
  analyticsConsent: boolean
  profileVisibility: 'public' | 'private'
  updatedAt: Timestamp
}
