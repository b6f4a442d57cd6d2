/**
 * Declares the shape of every table. Ids are UUIDs of version 4; times are timestamptz.
 *
 * Some names are older than those of the code:
 *
 * - `attempts` holds lockouts as well as the counters of rate limits.
 * - `audit_events.event` calls a logout `sign-out`.
 */
import type { Generated, JSONColumnType } from 'kysely'
import type { SkillAttachments, SkillPortfolios, SkillSubmissions } from './tables/portfolio-tables.ts'
import type { ProfileBlocks, ProfileItems, Profiles } from './tables/profile-tables.ts'
import type {
  AnalyticsDevices,
  AnalyticsEvents,
  AuditEvents,
  ErrorReports,
  FeatureToggles,
  HelpCategories,
  HelpRequests,
  IdempotencyKeys,
  Messages,
  OptionalTimestamp,
  SignUps,
  SignupTracking,
  Timestamp,
  UserSettings,
} from './tables/record-tables.ts'
import type { Notifications, ReferenceItems } from './tables/reference-tables.ts'
import type {
  Countries,
  ReferenceLists,
  SchoolAccess,
  SchoolLogos,
  Schools,
  States,
} from './tables/school-tables.ts'

/** Says how the service came to hold a password, email or phone; decides what a later proof of the contact deletes. */
export type Provenance = 'self_unverified' | 'verified' | 'invited'

type Users = {
  id: Generated<string>
  firstName: string
  lastName: string | null
  pictureUrl: string | null
  /** Set where the user removed it: no provider's picture then replaces it. */
  pictureRemovedAt: OptionalTimestamp
  disabledAt: OptionalTimestamp
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** Files that prove an entry of a profile. */
type Evidences = {
  id: string
  userId: string | null
  /** null until an entry has it, and after. */
  itemId: string | null
  ending: 'webp' | 'pdf'
  /** In bytes. */
  size: number
  createdAt: Timestamp
}

/** Files of pictures; the path of one in use is the user's `picture_url`. */
type Pictures = {
  id: string
  /** null until a user has it, and after. */
  userId: string | null
  createdAt: Timestamp
}

type Emails = {
  id: Generated<string>
  userId: string
  /** Normalised since migration 0010; older rows hold what the user typed. */
  address: string
  /** The normalised address in lower case; unique, also when both forms of the Greek sigma count as one letter. */
  key: string
  /** The row's key where another row older than 0010 has the same key but for the form of sigma; else empty. */
  twin: Generated<string>
  isPrimary: Generated<boolean>
  provenance: Provenance
  verifiedAt: OptionalTimestamp
  createdAt: Timestamp
}

/** Addresses that users have added and not proven; they find no account, and several users may have the same. */
type EmailClaims = {
  id: Generated<string>
  userId: string
  address: string
  /** The key of the address, with both forms of the Greek sigma as one letter. */
  key: string
  createdAt: Timestamp
}

type Phones = {
  id: Generated<string>
  userId: string
  /** E.164; unique over all platforms. */
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
  /** argon2id in PHC string format: includes parameters and salt. */
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
  /** Set on a child session, opened by a code exchange; ending the parent ends the child. */
  parentId: string | null
  userId: string
  clientId: string | null
  platform: string
  /** The browser that the session was opened in; a row of known_browsers has the same id. */
  browserId: Buffer | null
  /** HMAC of the X-Device-Id header; advisory. */
  deviceId: Buffer | null
  /** Names browser and operating system, such as "Chrome on Android". */
  deviceLabel: string | null
  /** The counter of the refresh token that is valid now. */
  counter: Generated<number>
  rotatedAt: OptionalTimestamp
  authTime: Timestamp
  amr: string[]
  createdAt: Timestamp
  lastSeenAt: Timestamp
  /** The longest time between two refreshes. */
  idleSeconds: number
  idleExpiresAt: Date
  expiresAt: Date
  revokedAt: OptionalTimestamp
  revokedReason: string | null
}

/** One-time tokens: handover codes, and links that set a password. */
type OneTimeTokens = {
  id: Generated<string>
  purpose: string
  /** SHA-256 of the token; the token itself is not stored. */
  hash: Buffer
  userId: string | null
  sessionId: string | null
  details: JSONColumnType<Record<string, string | null>>
  attempts: Generated<number>
  createdAt: Timestamp
  expiresAt: Date
  usedAt: OptionalTimestamp
  /** The session that the token's use opened; a replay of the token ends it. */
  issuedSessionId: string | null
}

/** One-time code challenges. An unknown contact gets a row as well, with a code that is sent nowhere. */
type OtpChallenges = {
  id: Generated<string>
  /** SHA-256 of the challenge's token; the token itself is not stored. */
  hash: Buffer
  purpose: string
  /** The user id of the request, real or synthetic; limits and superseding use it. */
  subject: string
  /** null for an unknown user, and where no message could be sent. */
  userId: string | null
  channel: 'email' | 'sms'
  /** True if the code is sent both by SMS and by email. */
  isBoth: boolean
  /** The email or phone that the code was sent to. */
  contactId: string | null
  product: string | null
  /** HMAC of the X-Device-Id header. */
  deviceId: Buffer | null
  /** The browser that asked, if it is a known browser of the user: codes asked for elsewhere do not supersede its own. */
  browserId: Buffer | null
  /** HMAC of token and code; null until the next code is sent. */
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
  /** Encrypted with AES-256-GCM; null once the key is retired. */
  privateJwk: Buffer | null
  createdAt: Timestamp
  activatedAt: OptionalTimestamp
  retiredAt: OptionalTimestamp
}

/** Every client that the platforms file ever listed, so that sessions and audit events can refer to it. */
type PlatformClients = {
  id: string
  /** The name of the external site for its client. */
  platform: string
  secretSha256: string
  createdAt: Timestamp
  removedAt: OptionalTimestamp
}

/** Known browsers: the hash of a browser's cookie and a user who has signed in there. */
type KnownBrowsers = {
  browserId: Buffer
  userId: string
  /** The IANA name of the browser's time zone, for the times in messages; null where it sent none. */
  timeZone: string | null
  createdAt: Timestamp
  expiresAt: Date
}

type Attempts = {
  key: string
  count: number
  windowEndsAt: OptionalTimestamp
  blockedUntil: OptionalTimestamp
  /** When the last attempt was counted in a lockout, to the day; a trigger writes it. */
  touchedAt: Timestamp
}

export type Tables = {
  users: Users
  pictures: Pictures
  evidences: Evidences
  emails: Emails
  emailClaims: EmailClaims
  phones: Phones
  memberships: Memberships
  credentials: Credentials
  identities: Identities
  sessions: Sessions
  oneTimeTokens: OneTimeTokens
  otpChallenges: OtpChallenges
  signingKeys: SigningKeys
  platformClients: PlatformClients
  knownBrowsers: KnownBrowsers
  attempts: Attempts
  auditEvents: AuditEvents
  messages: Messages
  signupTracking: SignupTracking
  featureToggles: FeatureToggles
  analyticsDevices: AnalyticsDevices
  analyticsEvents: AnalyticsEvents
  errorReports: ErrorReports
  helpCategories: HelpCategories
  helpRequests: HelpRequests
  signUps: SignUps
  idempotencyKeys: IdempotencyKeys
  userSettings: UserSettings
  referenceLists: ReferenceLists
  countries: Countries
  states: States
  referenceItems: ReferenceItems
  schools: Schools
  schoolAccess: SchoolAccess
  notifications: Notifications
  profiles: Profiles
  profileItems: ProfileItems
  profileBlocks: ProfileBlocks
  skillPortfolios: SkillPortfolios
  skillSubmissions: SkillSubmissions
  skillAttachments: SkillAttachments
  schoolLogos: SchoolLogos
}
