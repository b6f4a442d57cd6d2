/** The shape of every table. Ids are UUIDs of version 4; times are timestamptz. */
import type { Generated, JSONColumnType } from 'kysely'
import type { OptionalTimestamp, Timestamp } from './column-types.ts'
import type {
  AnalyticsDevices,
  AnalyticsEvents,
  AuditEvents,
  FeatureToggles,
  IdempotencyKeys,
  Messages,
  SignUps,
  SignupTracking,
  UserSettings,
} from './record-tables.ts'

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
  /** Normalised since migration 0010; rows from before are as the person typed them. */
  address: string
  /** The normalised address in lower case; unique, also when both forms of sigma count as one letter. */
  key: string
  /** The row's key where another row from before 0010 has the same key but for the form of sigma; else empty. */
  twin: Generated<string>
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
  /** The browser it was opened in, as known_devices names it. */
  browserId: Buffer | null
  deviceId: Buffer | null
  /** Browser and system in words. */
  deviceLabel: string | null
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

/** One-time values: handover codes, and links that set a password. */
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

/** A flow in which a code was asked for. Who is unknown has one as well, whose code nobody knows. */
type OtpChallenges = {
  id: Generated<string>
  /** Of the challenge's token, never the token. */
  hash: Buffer
  purpose: string
  /** The id that was asked for, real or made up: limits and superseding go by it. */
  subject: string
  /** null for the unknown, and where nothing could be sent. */
  userId: string | null
  medium: 'email' | 'sms'
  /** By SMS, and by mail too. */
  isBoth: boolean
  /** The address or number that was written to. */
  contactId: string | null
  product: string | null
  /** HMAC of the device header. */
  deviceId: Buffer | null
  /** The browser that asked, where the person was known in it: codes of strangers do not replace its own. */
  browserId: Buffer | null
  /** HMAC of token and code; null where the next code is still waited for. */
  codeMac: Buffer | null
  attempts: Generated<number>
  createdAt: Timestamp
  codeExpiresAt: Date
  expiresAt: Date
  supersededAt: OptionalTimestamp
  usedAt: OptionalTimestamp
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

export type Tables = {
  users: Users
  emails: Emails
  phones: Phones
  memberships: Memberships
  credentials: Credentials
  identities: Identities
  sessions: Sessions
  secrets: Secrets
  otpChallenges: OtpChallenges
  signingKeys: SigningKeys
  platformClients: PlatformClients
  knownDevices: KnownDevices
  attempts: Attempts
  auditEvents: AuditEvents
  messages: Messages
  signupTracking: SignupTracking
  featureToggles: FeatureToggles
  analyticsDevices: AnalyticsDevices
  analyticsEvents: AnalyticsEvents
  signUps: SignUps
  idempotencyKeys: IdempotencyKeys
  userSettings: UserSettings
}
