/** The shape of every table. Ids are UUIDs of version 4; times are timestamptz. */
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Timestamp = ColumnType<Date, Date | undefined, Date>
type OptionalTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>

/** How we came to hold a password, address or number: decides what a later proof of the mailbox deletes. */
export type Provenance = 'self_unverified' | 'verified' | 'invited'

type Users = {
  id: Generated<string>
  firstName: string
  lastName: string | null
  pictureUrl: string | null
  disabledAt: OptionalTimestamp
  createdAt: Timestamp
  updatedAt: Timestamp
}

type Emails = {
  id: Generated<string>
  userId: string
  /** As the person wrote it. */
  address: string
  /** Folded for comparison; unique over the whole house. */
  key: string
  isPrimary: Generated<boolean>
  provenance: Provenance
  verifiedAt: OptionalTimestamp
  createdAt: Timestamp
}

type Phones = {
  id: Generated<string>
  userId: string
  /** E.164; unique over the whole house. */
  number: string
  isPrimary: Generated<boolean>
  provenance: Provenance
  verifiedAt: OptionalTimestamp
  createdAt: Timestamp
}

type Memberships = {
  userId: string
  platform: string
  provenance: 'sign_up' | 'invited' | 'administrator'
  createdAt: Timestamp
}

type Credentials = {
  userId: string
  kind: 'password'
  /** argon2id in PHC form: parameters and salt included. */
  hash: string
  provenance: Provenance
  createdAt: Timestamp
  updatedAt: Timestamp
}

type Identities = {
  provider: string
  subject: string
  userId: string
  email: string | null
  createdAt: Timestamp
}

type Sessions = {
  id: Generated<string>
  /** A code exchange opens a child; ending the parent ends it. */
  parentId: string | null
  userId: string
  clientId: string | null
  platform: string
  /** HMAC of the device header; advisory. */
  deviceId: Buffer | null
  /** Of the refresh token that is good now. */
  counter: Generated<number>
  rotatedAt: OptionalTimestamp
  authTime: Timestamp
  amr: string[]
  createdAt: Timestamp
  lastSeenAt: Timestamp
  /** How long it may rest between two refreshes. */
  idleSeconds: number
  idleExpiresAt: Date
  expiresAt: Date
  revokedAt: OptionalTimestamp
  revokedReason: string | null
}

/** Every one-time value: handover codes, and later links, invitations and one-time codes. */
type Secrets = {
  id: Generated<string>
  purpose: string
  /** Of the value, never the value. */
  hash: Buffer
  userId: string | null
  sessionId: string | null
  details: JSONColumnType<Record<string, string | null>>
  attempts: Generated<number>
  createdAt: Timestamp
  expiresAt: Date
  usedAt: OptionalTimestamp
  /** The session that its use opened: a replay ends it. */
  issuedSessionId: string | null
}

type SigningKeys = {
  kid: string
  state: 'next' | 'active' | 'retired'
  publicJwk: JSONColumnType<Record<string, unknown>>
  /** AES-256-GCM; null once retired. */
  privateJwk: Buffer | null
  createdAt: Timestamp
  activatedAt: OptionalTimestamp
  retiredAt: OptionalTimestamp
}

/** The clients of the registry file that were ever seen, so that sessions and audit can name them. */
type PlatformClients = {
  id: string
  platform: string
  secretSha256: string
  createdAt: Timestamp
  removedAt: OptionalTimestamp
}

/** A browser's cookie, as a hash, and who signed in there. */
type KnownDevices = {
  browserId: Buffer
  userId: string
  createdAt: Timestamp
  expiresAt: Date
}

type Attempts = {
  key: string
  count: number
  windowEndsAt: OptionalTimestamp
  blockedUntil: OptionalTimestamp
  /** Of the last guess; kept by a trigger. */
  touchedAt: Timestamp
}

/** Append-only by trigger. */
type AuditEvents = {
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

type Messages = {
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

export type Tables = {
  users: Users
  emails: Emails
  phones: Phones
  memberships: Memberships
  credentials: Credentials
  identities: Identities
  sessions: Sessions
  secrets: Secrets
  signingKeys: SigningKeys
  platformClients: PlatformClients
  knownDevices: KnownDevices
  attempts: Attempts
  auditEvents: AuditEvents
  messages: Messages
}
