/**
 * Declares the shape of the tables that keep records: audit trail, messages, documents, analytics, errors of pages and settings.
 * `tables.ts` says which names are older than the terms of the code.
 */
import type { ErrorFrame, ErrorKind } from '@foyer/contract/routes/error-reports'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** A time with a default in the database: an insert may omit it. */
export type Timestamp = ColumnType<Date, Date | undefined, Date>
export type OptionalTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>

/** Append-only; a trigger refuses changes, except removing a deleted user from an event. */
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
  channel: 'email' | 'sms' | 'back-channel'
  template: string
  /** The id of the client whose server gets the message; null for a message to a user. */
  target: string | null
  /** Recipient and content, encrypted with AES-256-GCM; null once no longer needed. */
  payload: Buffer | null
  /** HMAC of the email or phone of the recipient, or of the user that a message to support or a platform is about. */
  recipientMac: Buffer | null
  state: Generated<'waiting' | 'sent' | 'expired' | 'dead'>
  /** Tries started so far, including one in progress. */
  tries: Generated<number>
  /** When a copy of the service may next take a waiting message; a copy that takes it moves this to the end of its lease. */
  dueAt: Timestamp
  expiresAt: OptionalTimestamp
  finishedAt: OptionalTimestamp
  /** The reason why the last try failed, as a code; never the text of the mail or SMS server, which can name recipients. */
  fault: string | null
  createdAt: Timestamp
}

/** Signup tracking records. The key is an HMAC of the normalised email; the data contains the email, so it is encrypted. */
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

/** The user that a device's events belong to. */
export type AnalyticsDevices = {
  /** HMAC of the X-Device-Id header. */
  deviceId: Buffer
  userId: string
  identifiedAt: Timestamp
}

export type AnalyticsEvents = {
  id: Generated<string>
  /** Lets the collector recognise an event that it already has. */
  eventId: Generated<string>
  kind: 'identify' | 'attribute' | 'event'
  name: string
  /** The content of an event, without URL queries, contacts and tokens; null for the other kinds. */
  payload: ColumnType<Record<string, unknown> | null, string | null, never>
  /** The content of the other kinds, which names the user: encrypted with AES-256-GCM. */
  sealed: Buffer | null
  deviceId: Buffer | null
  userId: string | null
  /** By the browser's clock, unless that is implausible. */
  occurredAt: Date
  receivedAt: Timestamp
  expiresAt: Date
  /** When the event is due for forwarding; a copy that forwards it moves this ahead. null when it is done or not forwarded. */
  forwardAt: Date | null
  forwardedAt: OptionalTimestamp
  tries: Generated<number>
}

/** Errors that pages have reported, without anything about a user. */
export type ErrorReports = {
  /** Lets the collector recognise an error that it already has, with another count. */
  id: Generated<string>
  /** Equal for equal errors (features/error-reports/clean-report.ts). */
  fingerprint: Buffer
  kind: ErrorKind
  message: string
  frames: ColumnType<ErrorFrame[], string, never>
  page: string
  build: string
  count: Generated<number>
  firstSeenAt: Timestamp
  lastSeenAt: Timestamp
  /** When the error is due for forwarding; a copy that forwards it moves this ahead. null when it is done or not forwarded. */
  forwardAt: Date | null
  tries: Generated<number>
}

/** The categories of help requests. The start replaces them with its own. */
export type HelpCategories = {
  id: string
  /** The place in the list, from 1. */
  position: number
  name: string
  about: string
}

export type HelpRequests = {
  id: Generated<string>
  /** Names the request in mails: H-7K3M-92QX. */
  reference: string
  /** Null without a session. */
  userId: string | null
  platform: string
  /** A category of the time of the request; it may be gone from the list. */
  categoryId: string
  /** HMAC of the email address, by which the request is found when its owner is deleted. */
  emailMac: Buffer
  /** Email, name, subject and message, encrypted with AES-256-GCM. */
  sealed: Buffer
  createdAt: Timestamp
}

/** The platform and campaign that an account came from. */
export type SignUps = {
  userId: string
  platform: string
  source: string
  utm: JSONColumnType<Record<string, string>>
  createdAt: Timestamp
}

/** Idempotent requests, by the HMAC of their key. */
export type IdempotencyKeys = {
  key: Buffer
  bodyMac: Buffer
  /** The id of what the request made; null while it is in progress. */
  madeId: string | null
  claimedAt: Timestamp
  expiresAt: Date
}

/** Settings of users who changed any. */
export type UserSettings = {
  userId: string
  timezone: string
  marketingEmails: boolean
  productEmails: boolean
  analyticsConsent: boolean
  profileVisibility: 'public' | 'private'
  updatedAt: Timestamp
}
