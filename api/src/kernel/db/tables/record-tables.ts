/**
 * Declares the tables of records: audit trail, messages, documents, analytics, page errors and settings. `tables.ts`
 * lists the names that differ from the code's terms.
 */
import type { ErrorFrame, ErrorKind } from '@foyer/contract/routes/error-reports'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** A time with a default in the database; an insert may omit it. */
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
  /** The id of the client whose server receives the message; null for a message to a user. */
  target: string | null
  /** The trace of the request that queued the message (W3C Trace Context); null if it was not recorded. */
  traceparent: Generated<string | null>
  /** Recipient and content, encrypted with AES-256-GCM; null once delivery no longer needs them. */
  payload: Buffer | null
  /**
   * HMAC of the recipient's email or phone number; for messages to support or a platform, HMAC of the user in question.
   */
  recipientMac: Buffer | null
  state: Generated<'waiting' | 'sent' | 'expired' | 'dead'>
  /** Delivery attempts started so far, including one in progress. */
  tries: Generated<number>
  /**
   * The time from which a copy of the service may send a waiting message; a sending copy moves it to the end of its
   * lease.
   */
  dueAt: Timestamp
  expiresAt: OptionalTimestamp
  finishedAt: OptionalTimestamp
  /** The code of the last failure; never the mail or SMS server's text, which can name recipients. */
  fault: string | null
  createdAt: Timestamp
}

/**
 * Signup tracking records. The key is an HMAC of the normalised email. The data contains the email, so it is encrypted.
 */
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

/** The user to whom a device's events belong. */
export type AnalyticsDevices = {
  /** HMAC of the X-Device-Id header. */
  deviceId: Buffer
  userId: string
  identifiedAt: Timestamp
}

export type AnalyticsEvents = {
  id: Generated<string>
  /** Lets the collector recognise an event that it has already received. */
  eventId: Generated<string>
  kind: 'identify' | 'attribute' | 'event'
  name: string
  /** The content of an event, without URL queries, contacts and tokens; null for the other kinds. */
  payload: ColumnType<Record<string, unknown> | null, string | null, never>
  /** The content of the other kinds, encrypted with AES-256-GCM because it names the user. */
  sealed: Buffer | null
  deviceId: Buffer | null
  userId: string | null
  /** The time on the browser's clock, unless that is implausible. */
  occurredAt: Date
  receivedAt: Timestamp
  expiresAt: Date
  /**
   * The time at which forwarding is due; a forwarding copy moves it to the end of its lease. null if forwarding is done
   * or not wanted.
   */
  forwardAt: Date | null
  forwardedAt: OptionalTimestamp
  tries: Generated<number>
}

/** Errors that pages report, without any data about a user. */
export type ErrorReports = {
  /** Lets the collector recognise an error that it has already received with another count. */
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
  /**
   * The time at which forwarding is due; a forwarding copy moves it to the end of its lease. null if forwarding is done
   * or not wanted.
   */
  forwardAt: Date | null
  tries: Generated<number>
}

/** The categories of help requests. The service replaces them at its start. */
export type HelpCategories = {
  id: string
  /** The position in the list, from 1. */
  position: number
  name: string
  about: string
}

export type HelpRequests = {
  id: Generated<string>
  /** Names the request in mails, such as H-7K3M-92QX. */
  reference: string
  /** Null without a session. */
  userId: string | null
  platform: string
  /** The category at the time of the request; the list may no longer contain it. */
  categoryId: string
  /** HMAC of the email, which finds the request when its owner is deleted. */
  emailMac: Buffer
  /** Email, name, subject and message, encrypted with AES-256-GCM. */
  sealed: Buffer
  /** The mail to support; null for a request of an earlier release. */
  messageId: string | null
  createdAt: Timestamp
}

/** The platform and campaign through which the user signed up. */
export type SignUps = {
  userId: string
  platform: string
  source: string
  utm: JSONColumnType<Record<string, string>>
  createdAt: Timestamp
}

/** Idempotent requests, under the HMAC of their key. */
export type IdempotencyKeys = {
  key: Buffer
  bodyMac: Buffer
  /** The id of the created object; null while the request is in progress. */
  madeId: string | null
  claimedAt: Timestamp
  expiresAt: Date
}

/** Settings of users who have changed any setting. */
export type UserSettings = {
  userId: string
  timezone: string
  marketingEmails: boolean
  productEmails: boolean
  analyticsConsent: boolean
  profileVisibility: 'public' | 'private'
  updatedAt: Timestamp
}

/** The newest export of each user's data. */
export type DataExports = {
  userId: string
  /** Another request of the same user has another id. */
  id: Generated<string>
  /** The platform at which the user asked; the message about the files leads there. */
  platform: string
  state: Generated<'waiting' | 'ready' | 'failed'>
  percent: Generated<number>
  tries: Generated<number>
  /** A worker may claim the export from then on: at once, or after the lease of another worker. */
  dueAt: Timestamp
  requestedAt: Timestamp
  expiresAt: Date
  /** The files, encrypted with AES-256-GCM; null until they are made. */
  html: Buffer | null
  json: Buffer | null
}
