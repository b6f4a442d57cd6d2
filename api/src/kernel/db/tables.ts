/**
 * Declares the columns of every table. Ids are UUIDs of version 4; times are timestamptz.
 *
 * Some names are older than those of the code:
 * - `attempts` contains lockouts as well as the counters of rate limits.
 * - `audit_events.event` calls a logout `sign-out`.
 */
import type { Generated, JSONColumnType } from 'kysely'
import type { NotificationPreferences, Notifications } from './tables/notification-tables.ts'
import type {
  Evidences,
  SkillAttachments,
  SkillPortfolios,
  SkillSubmissions,
} from './tables/portfolio-tables.ts'
import type { ProfileBlocks, ProfileItems, Profiles } from './tables/profile-tables.ts'
import type {
  AnalyticsDevices,
  AnalyticsEvents,
  AuditEvents,
  DataExports,
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
import type { Countries, ReferenceItems, ReferenceLists, States } from './tables/reference-tables.ts'
import type { SchoolAccess, SchoolInvitations, SchoolLogos, Schools } from './tables/school-tables.ts'
import type { AssuranceEnrolments, RecoveryCodes, TotpFactors } from './tables/second-factor-tables.ts'
import type {
  AccountDeletions,
  AppConsents,
  BrowserSessions,
  KnownBrowsers,
  Sessions,
} from './tables/session-tables.ts'

/**
 * How the service got a password, email or phone number. It decides what is deleted when the contact is verified later.
 */
export type Provenance = 'self_unverified' | 'verified' | 'invited'

type Users = {
  id: Generated<string>
  firstName: string
  lastName: string | null
  pictureUrl: string | null
  /** Set if the user removed the picture: a provider's picture then does not replace it. */
  pictureRemovedAt: OptionalTimestamp
  disabledAt: OptionalTimestamp
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** Files of pictures. The path of a picture in use is the user's `picture_url`. */
type Pictures = {
  id: string
  /** null before a user has the picture, and after its removal. */
  userId: string | null
  createdAt: Timestamp
}

type Emails = {
  id: Generated<string>
  userId: string
  /** Normalised since migration 0010; older rows contain what the user typed. */
  address: string
  /** The normalised address in lower case, unique even if both forms of the Greek sigma count as one letter. */
  key: string
  /** The row's key if another row older than 0010 differs only in the form of the sigma; otherwise empty. */
  twin: Generated<string>
  isPrimary: Generated<boolean>
  provenance: Provenance
  verifiedAt: OptionalTimestamp
  createdAt: Timestamp
}

/** Emails that users have added but not verified. They find no account, and several users may claim the same one. */
type EmailClaims = {
  id: Generated<string>
  userId: string
  address: string
  /** The key of the address; both forms of the Greek sigma count as one letter. */
  key: string
  createdAt: Timestamp
}

type Phones = {
  id: Generated<string>
  userId: string
  /** E.164; unique across all platforms. */
  number: string
  isPrimary: Generated<boolean>
  provenance: Provenance
  verifiedAt: OptionalTimestamp
  createdAt: Timestamp
}

/** Phone numbers that users have added but not verified. They find no account, and several users may claim the same one. */
type PhoneClaims = {
  id: Generated<string>
  userId: string
  number: string
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
  /** argon2id in PHC string format, which includes parameters and salt. */
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

type Passkeys = {
  id: Generated<string>
  userId: string
  /** The id that the authenticator gave the credential. */
  credentialId: Buffer
  /** COSE key (RFC 9052). */
  publicKey: Buffer
  /** The driver returns a bigint as text. */
  counter: number | string
  transports: string[]
  aaguid: string
  /** The keeper may copy the passkey to other devices (backup eligibility, WebAuthn §6.1.3). */
  isSynced: boolean
  name: string
  createdAt: Timestamp
  lastUsedAt: Date | null
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
  /** The session that the token opened; a replay of the token ends it. */
  issuedSessionId: string | null
}

/** Challenges of one-time codes. An unknown contact also gets a row, whose code is sent nowhere. */
type OtpChallenges = {
  id: Generated<string>
  /** SHA-256 of the challenge's token; the token itself is not stored. */
  hash: Buffer
  purpose: string
  /** The user id in the request, real or synthetic; used by limits and to supersede earlier codes. */
  subject: string
  /** null for an unknown user, and if no message could be sent. */
  userId: string | null
  channel: 'email' | 'sms'
  /** True if the code is sent both by SMS and by email. */
  isBoth: boolean
  /** The email or phone number to which the code was sent. */
  contactId: string | null
  product: string | null
  /** HMAC of the X-Device-Id header. */
  deviceId: Buffer | null
  /** The requesting browser, if the user knows it: codes requested in other browsers do not supersede its code. */
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

/** Every client that the platforms file has ever listed, so that sessions and audit events can refer to it; and clients of the command line. */
type PlatformClients = {
  id: string
  /** The platform; for the client of an external site, the name of the site. */
  platform: string
  /** Empty for a client of the command line. */
  secretSha256: string
  createdAt: Timestamp
  /** Only for clients of the platforms file. */
  removedAt: OptionalTimestamp
  /** A client that the command line registered (identity/credentials/client-definition.ts); null for clients of the file. */
  definition: JSONColumnType<object> | null
  /** The SHA-256 of each secret of a client of the command line, and when it ends. */
  secrets: JSONColumnType<{ sha256: string; createdAt: string; until: string | null }[]> | null
  disabledAt: OptionalTimestamp
}

type Attempts = {
  key: string
  count: number
  windowEndsAt: OptionalTimestamp
  blockedUntil: OptionalTimestamp
  /** The day of the last attempt that a lockout counted; a trigger writes it. */
  touchedAt: Timestamp
}

export type Tables = {
  users: Users
  pictures: Pictures
  evidences: Evidences
  emails: Emails
  emailClaims: EmailClaims
  phones: Phones
  phoneClaims: PhoneClaims
  memberships: Memberships
  credentials: Credentials
  identities: Identities
  passkeys: Passkeys
  totpFactors: TotpFactors
  recoveryCodes: RecoveryCodes
  assuranceEnrolments: AssuranceEnrolments
  sessions: Sessions
  browserSessions: BrowserSessions
  accountDeletions: AccountDeletions
  appConsents: AppConsents
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
  dataExports: DataExports
  idempotencyKeys: IdempotencyKeys
  userSettings: UserSettings
  referenceLists: ReferenceLists
  countries: Countries
  states: States
  referenceItems: ReferenceItems
  schools: Schools
  schoolAccess: SchoolAccess
  schoolInvitations: SchoolInvitations
  notificationPreferences: NotificationPreferences
  notifications: Notifications
  profiles: Profiles
  profileItems: ProfileItems
  profileBlocks: ProfileBlocks
  skillPortfolios: SkillPortfolios
  skillSubmissions: SkillSubmissions
  skillAttachments: SkillAttachments
  schoolLogos: SchoolLogos
}
