/** Says how many requests one network, one device and one signed-in user may make, by the limit that a route names. */
import type { ErrorCode } from '@foyer/contract/errors'
import type { LimitName } from '@foyer/contract/routes/route'

/** Above `max` requests are refused until the window ends. */
export type Window = { max: number; windowSeconds: number }

/**
 * Above `freeCount` each attempt costs a captcha challenge, where the route can carry its solution. The challenge gets
 * harder each time the count has doubled; with `isSteep`, at each further attempt.
 */
export type ChallengeWindow = Window & { freeCount?: number; isSteep?: boolean }

export type RequestLimit = {
  /** By network: an IPv4 address, or each of `ipv6Networks` at its multiple. */
  address: readonly ChallengeWindow[]
  device?: readonly ChallengeWindow[]
  /** By user, where a session is sent, instead of `requestsOfUser`. */
  user?: readonly Window[]
  /** Counts, beside another limit, those of its requests that fail with this error code. */
  among?: { limit: string; code: ErrorCode }
}

/**
 * The most requests of one user under each limit, from all networks and devices together: several times what the pages
 * and sites of one user send.
 */
export const requestsOfUser: readonly Window[] = [{ max: 600, windowSeconds: 600 }]

/**
 * The networks that an IPv6 address counts in, and the multiple of one address's limit that each may use. A /64 is one
 * link; providers assign a /56 or a /48 to one customer (RFC 6177), who can change the /64 with every request.
 */
export const ipv6Networks = [
  { prefixLength: 64, multiple: 1 },
  { prefixLength: 56, multiple: 4 },
  { prefixLength: 48, multiple: 16 },
] as const

/**
 * The limits by network address and by device id. Above `freeCount` requests a captcha challenge is due; above `max`, often
 * twenty times as many, requests are refused. So a computer lab behind one address can sign in.
 */
export const requestLimits = {
  'users-fetch': {
    address: [{ freeCount: 30, max: 600, windowSeconds: 600 }],
    device: [{ freeCount: 4, max: 15, windowSeconds: 600 }],
  },
  /** Counts failures: a successful sign-in is taken off again. */
  login: {
    address: [
      { freeCount: 20, max: 400, windowSeconds: 600 },
      { freeCount: 100, max: 2_000, windowSeconds: 86_400 },
    ],
    device: [{ max: 10, windowSeconds: 600 }],
  },
  social: {
    address: [{ freeCount: 30, max: 600, windowSeconds: 600 }],
    device: [{ max: 20, windowSeconds: 600 }],
  },
  /** Two requests for each way to a provider and back, three for Apple. */
  'social-pages': { address: [{ max: 1_800, windowSeconds: 600 }] },
  refresh: { address: [{ max: 6_000, windowSeconds: 300 }] },
  /** Each success is a sign-in of the user, which is counted as well. */
  'auto-login': {
    address: [{ max: 400, windowSeconds: 600 }],
    device: [{ max: 20, windowSeconds: 600 }],
  },
  'id-token': { address: [{ max: 2_400, windowSeconds: 60 }] },
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
  /** A sign-up always needs a challenge. */
  'sign-up': {
    address: [{ freeCount: 0, max: 100, windowSeconds: 3_600 }],
    device: [{ max: 3, windowSeconds: 3_600 }],
  },
  /** A sign-up reveals whether an address has an account: cheap for a family, expensive for a list of addresses. */
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
  /** A form reads the countries once and the states of each country that the user chooses. */
  reference: { address: [{ max: 1_200, windowSeconds: 600 }] },
  /** Browsers keep a picture for a year: a class that shares an address fetches each once. */
  pictures: { address: [{ max: 1_200, windowSeconds: 600 }] },
  /** Calls with a user's token: four for each sign-in. */
  analytics: { address: [{ max: 1_200, windowSeconds: 600 }] },
  /** Calls without a token: a page sends one batch after a sign-in and one when the user leaves it. */
  'analytics-events': { address: [{ max: 600, windowSeconds: 600 }] },
  /** A page sends each error once. More than these are errors that others have reported, too. */
  'error-reports': { address: [{ max: 30, windowSeconds: 3_600 }] },
  /** Each request sends a mail to support and one to the typed address. Without a session it always needs a challenge. */
  'help-request': {
    address: [{ freeCount: 0, max: 100, windowSeconds: 3_600 }],
    device: [{ max: 10, windowSeconds: 3_600 }],
  },
  /** Calls with a user's token. A form that saves each entry sends a few dozen; a platform's server calls for many users. */
  profile: {
    address: [{ max: 12_000, windowSeconds: 600 }],
    user: [{ max: 1_200, windowSeconds: 600 }],
  },
  /** Read without a token: enough for a class that shares an address, too few to collect all profiles. */
  'profile-public': { address: [{ max: 1_200, windowSeconds: 600 }] },
  /** Each file is read whole and made anew. */
  uploads: {
    address: [{ max: 600, windowSeconds: 600 }],
    user: [{ max: 120, windowSeconds: 600 }],
  },
  /** Most of them send a mail. */
  emails: { address: [{ max: 600, windowSeconds: 600 }], user: [{ max: 120, windowSeconds: 600 }] },
  schools: {
    address: [{ max: 6_000, windowSeconds: 600 }],
    user: [{ max: 1_200, windowSeconds: 600 }],
  },
  notifications: { address: [{ max: 12_000, windowSeconds: 600 }] },
  portfolio: { address: [{ max: 6_000, windowSeconds: 600 }] },
  /** Each takes some hundred milliseconds of a processor. */
  resume: { address: [{ max: 300, windowSeconds: 600 }], user: [{ max: 60, windowSeconds: 600 }] },
  /** Calls of platforms' servers. */
  'platform-posts': { address: [{ max: 12_000, windowSeconds: 60 }] },
} as const satisfies Record<LimitName, RequestLimit>
