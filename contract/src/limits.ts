/** Every number with its unit in the name: Spec 5 and 9, then the service's own bounds. */
import type { ErrorCode } from './errors.ts'

/** Spec 5 and 9. */
export const otpDigits = 6
export const nameMaxLength = 64
export const passwordMinLength = 8
export const greetingNameMaxLength = 20
export const carouselAutoplayMs = 7_000
export const autoNextDelayMs = 250
export const appleNameDelayMs = 500
export const navigationHeightPx = 62
export const navigationScrollThresholdPx = 62
export const tokenSyncMaxAgeSeconds = 300
export const tokenScheme = 'Bearer'
export const language = 'en'
export const signUpTokenType = 1
export const socialTokenType = 'universal'
export const qualificationFieldsDefaultPage = -1
export const acceptedImageTypes = ['jpg', 'jpeg', 'png', 'webp'] as const

/** Sizes of what may come in. */
export const identifierMaxLength = 254
export const passwordMaxCodePoints = 256
export const passwordMaxBytes = 1_024
export const urlMaxLength = 2_048
export const tokenMaxLength = 4_096
export const captchaValueMaxLength = 8_192
export const signUpSourceMaxLength = 200
export const bodyMaxBytes = 65_536
/** Objects, lists and what they hold in the JSON of one request: each takes time to check. */
export const bodyMaxValues = 2_048
/** A body of more values than this is told its first fault alone: each one told takes time, and room in the answer. */
export const allFaultsMaxValues = 64
/** How long the JSON of one request may take to arrive. */
export const bodyWaitMs = 10_000
export const headerMaxBytes = 16_384
export const paramMaxLength = 256

/**
 * Bounds of a connection: complete headers within `headersMs` (checked every `checkMs`), a complete request within
 * `requestMs` (an image of 5 MB on a slow phone), rest between two requests, requests before it is closed, time that a
 * refused connection has to take its answer, time that open requests have to finish once the service stops.
 */
export const connectionBounds = {
  headersMs: 10_000,
  checkMs: 2_000,
  requestMs: 60_000,
  keepAliveMs: 65_000,
  maxRequests: 1_000,
  refusedMs: 2_000,
  finishMs: 12_000,
} as const

/** What the service waits for its database: for a connection, a lock, a statement, an answer, an idle transaction. */
export const databaseBounds = {
  maxConnections: 10,
  connectMs: 1_500,
  lockMs: 2_000,
  statementMs: 5_000,
  /** For a server that says nothing at all, not even that a statement took too long. */
  answerMs: 6_000,
  idleInTransactionMs: 10_000,
  /** Until the database answers when the service starts: pauses between two tries, growing. */
  retryMinMs: 250,
  retryMaxMs: 10_000,
  /** How long readiness waits for the database. */
  healthMs: 500,
} as const

/** Password hashes that may wait for a worker, and how long. */
export const hashingBounds = { queue: 64, waitMs: 2_000 } as const

/** Lives of one-time values. */
export const handoverCodeSeconds = 60
export const otpSeconds = 300
/** Of the challenge a code belongs to: as long as its form is kept by the browser. */
export const otpChallengeSeconds = 600
export const otpTriesPerChallenge = 5

/** Of the links that set a password: one for who forgot it, and invitations. */
export const resetLinkSeconds = 1_800
export const invitationSeconds = 259_200
/** Further ones within the hour and the day are dropped without a word. */
export const resetLinksPerPerson: readonly [Window, Window] = [
  { max: 3, windowSeconds: 3_600 },
  { max: 6, windowSeconds: 86_400 },
]
/** From when the form offers to send another. */
export const resetResendSeconds = 60
/** Wrong links of one person; a right one is never refused. */
export const wrongLinksPerPerson: Window = { max: 10, windowSeconds: 3_600 }

/** How long a request that was sent again makes nothing new, and how long one waits for its twin. */
export const idempotencySeconds = 86_400
export const idempotencyWaitMs = 10_000
/** How often it is answered again from what was made. */
export const answersPerIdempotencyKey: Window = { max: 100, windowSeconds: 86_400 }

/** Waits between two codes to one person, the last for all further ones; then no more within the hour and the day. */
export const otpSendWaitsSeconds = [30, 60, 120, 300, 300] as const
export const otpSendsPerPerson = {
  short: { max: 5, windowSeconds: 3_600 },
  long: { max: 10, windowSeconds: 86_400 },
} as const satisfies Record<string, Window>
/** Tries of one person at codes, beside the ladder that they share with passwords. */
export const otpTriesPerPerson: readonly Window[] = [
  { max: 10, windowSeconds: 3_600 },
  { max: 50, windowSeconds: 86_400 },
]
/** Wrong codes of everybody together: above either, each verification costs a puzzle and an alarm is raised. */
export const otpBreaker = { wrong: 200, wrongShare: 0.3, shareFrom: 100, windowSeconds: 600 } as const

/** What analytics takes at once. */
export const analyticsBatchMax = 50
export const analyticsPayloadMaxBytes = 4_096
/** Characters of all payloads of a batch, as JSON: cleaning them takes time, and anybody may send some. */
export const analyticsBatchMaxCharacters = 16_384
/** How long it is kept: where a collector has it too, and where nobody fetches it. */
export const analyticsKeepSeconds = { withCollector: 7_776_000, alone: 604_800 } as const
/** More than these go before their time: nobody fills the disk with events. */
export const analyticsRowsMax = 1_000_000
/** What the collector did not take by then is not sent any more. */
export const analyticsDeliverSeconds = 86_400

/** A feature toggle's value as JSON. */
export const toggleMaxBytes = 4_096

/** Lives of sessions and access tokens, by class of platform. */
export const sessionLives = {
  learner: { accessSeconds: 600, idleSeconds: 1_209_600, absoluteSeconds: 2_592_000 },
  organisation: { accessSeconds: 600, idleSeconds: 604_800, absoluteSeconds: 2_592_000 },
  staff: { accessSeconds: 300, idleSeconds: 3_600, absoluteSeconds: 43_200 },
} as const

/** Open sessions of one person; one more ends the oldest. */
export const maxSessions = 20

/** Open sessions of one platform client below one session; one more ends the oldest. */
export const maxChildSessions = 20

/** The immediate predecessor of a refresh token still answers this long, for tabs that refreshed at once. */
export const refreshGraceSeconds = 30
/** An ended session's access token passes at no copy of our own API for longer than this. */
export const sessionEndsWithinSeconds = 5
/** A copy remembers an open session this long; the rest of the five seconds is for the request that asks. */
export const sessionCheckCacheMs = 3_000
export const clockSkewSeconds = 30
/** The browser renews an access token this long before it ends. */
export const renewBeforeSeconds = 60

/** How long whoever asks may keep the published keys. */
export const keySetMaxAgeSeconds = 3_600
/**
 * A signing key is published so long before it signs, signs so long, and stays published for what it signed: the life
 * of an access token, the age of a kept key set, and this margin.
 */
export const signingKeyTimes = {
  publishBeforeSeconds: 86_400,
  signSeconds: 7_776_000,
  marginSeconds: 86_400,
} as const

/** How long what is over is kept. */
export const keepSeconds = { session: 2_592_000, secret: 86_400, link: 2_592_000 } as const

/** How long a browser waits for an answer of ours before it says so. */
export const callTimeoutMs = 15_000

/** A count within a window; the next one is refused until the window ends. */
export type Window = { max: number; windowSeconds: number }

/**
 * From one more than `freeCount` on each try costs a captcha challenge, where the route can carry its solution. It gets
 * harder each time the count has doubled; where it `isSteep`, with each further try.
 */
export type ChallengeWindow = Window & { freeCount?: number; isSteep?: boolean }

export type RequestLimit = {
  /** By network: an IPv4 address, or each of `ipv6Networks` at its multiple. */
  address: readonly ChallengeWindow[]
  device?: readonly ChallengeWindow[]
  /** Counts those requests of another limit alone that are answered with this error code, beside that limit. */
  among?: { limit: string; code: ErrorCode }
}

/**
 * The networks that an IPv6 address is counted in, and how many times the limit of one address each is allowed. A /64
 * is one link; providers assign a /56 or a /48 to one customer (RFC 6177), who can change the /64 with every request.
 */
export const ipv6Networks = [
  { prefixLength: 64, multiple: 1 },
  { prefixLength: 56, multiple: 4 },
  { prefixLength: 48, multiple: 16 },
] as const

/**
 * Requests by address and by device. By address the refusal comes at twenty times the number at which a puzzle is due,
 * so that a computer lab behind one address can sign in.
 */
export const requestLimits = {
  'users-fetch': {
    address: [{ freeCount: 30, max: 600, windowSeconds: 600 }],
    device: [{ freeCount: 4, max: 15, windowSeconds: 600 }],
  },
  /** Failures: who signs in rightly is taken off again. */
  login: {
    address: [
      { freeCount: 20, max: 400, windowSeconds: 600 },
      { freeCount: 100, max: 2_000, windowSeconds: 86_400 },
    ],
    device: [{ max: 10, windowSeconds: 600 }],
  },
  refresh: { address: [{ max: 6_000, windowSeconds: 300 }] },
  codes: { address: [{ max: 2_400, windowSeconds: 60 }] },
  exchange: { address: [{ max: 12_000, windowSeconds: 60 }] },
  captcha: { address: [{ max: 600, windowSeconds: 600 }] },
  'otp-send': {
    address: [{ freeCount: 20, max: 400, windowSeconds: 3_600 }],
    device: [{ max: 10, windowSeconds: 3_600 }],
  },
  'otp-verify': {
    address: [{ freeCount: 30, max: 600, windowSeconds: 600 }],
    device: [{ max: 10, windowSeconds: 600 }],
  },
  /** Always a puzzle. */
  'sign-up': {
    address: [{ freeCount: 0, max: 100, windowSeconds: 3_600 }],
    device: [{ max: 3, windowSeconds: 3_600 }],
  },
  /** A sign-up tells whether an address has an account: cheap for a family, dear for a list of addresses. */
  'email-taken': {
    address: [{ freeCount: 5, max: 100, windowSeconds: 3_600, isSteep: true }],
    among: { limit: 'sign-up', code: 'email-taken' },
  },
  'forgot-password': {
    address: [{ freeCount: 10, max: 200, windowSeconds: 3_600 }],
    device: [{ max: 5, windowSeconds: 3_600 }],
  },
  'password-links': { address: [{ max: 600, windowSeconds: 600 }] },
  'change-password': {
    address: [{ max: 600, windowSeconds: 600 }],
    device: [{ max: 10, windowSeconds: 600 }],
  },
  settings: { address: [{ max: 600, windowSeconds: 600 }] },
  documents: { address: [{ max: 600, windowSeconds: 600 }] },
  /** Calls about a signed-in user, with their token: four for each sign-in. */
  analytics: { address: [{ max: 1_200, windowSeconds: 600 }] },
  /** Anybody's, without a token: a page sends a batch after a sign-in and one when it is left. */
  'analytics-events': { address: [{ max: 600, windowSeconds: 600 }] },
} as const satisfies Record<string, RequestLimit>
export type LimitName = keyof typeof requestLimits

/** Different people one device may look up. */
export const identifiersPerDevice: Window = { max: 10, windowSeconds: 3_600 }

/** Renewals of one session, codes asked for by one session, and redemptions by one platform client. */
export const refreshesPerSession: Window = { max: 60, windowSeconds: 60 }
export const codesPerSession: Window = { max: 30, windowSeconds: 60 }
export const redemptionsPerClient: Window = { max: 600, windowSeconds: 60 }
/** So many failures of one platform client within the window raise an alarm. */
export const redemptionFailuresUntilAlarm: Window = { max: 20, windowSeconds: 60 }

/** How long a puzzle may be solved, and how long its solution is remembered so that it passes once only. */
export const captchaSeconds = 600

/** How long a browser is known again after a sign-in: its owner has a ladder of guesses of their own. */
export const knownDeviceSeconds = 15_552_000
/** People whom one browser is known to; one more drops the one who signed in there longest ago. */
export const knownPeoplePerBrowser = 8

/** Wrong passwords and one-time codes of one person: after `failures` the next try waits `waitSeconds`. */
export const guessLadder = [
  { failures: 5, waitSeconds: 30 },
  { failures: 10, waitSeconds: 300 },
  { failures: 20, waitSeconds: 900 },
  { failures: 50, waitSeconds: 3_600 },
] as const
/** Sign-ins of one person that succeed, and those in a new browser that they are told of by mail. */
export const signInsPerPerson: Window = { max: 30, windowSeconds: 600 }
export const newDeviceNoticesPerPerson: Window = { max: 5, windowSeconds: 86_400 }
/** Passwords that somebody changes, knowing the one there is; a reset is none. */
export const passwordChangesPerPerson: Window = { max: 5, windowSeconds: 86_400 }
/** Mails that tell somebody of the same: a session that was ended for safety. */
export const noticesPerPerson: Window = { max: 5, windowSeconds: 86_400 }
/** Mails that tell the owner of an address about sign-ups with it: anybody can cause one. */
export const signUpNoticesPerPerson: Window = { max: 1, windowSeconds: 86_400 }
/** From here on only a recovery opens the account again. */
export const guessesUntilClosed = 100
