/** Lists the request limits of one network, one device and one signed-in user; routes name the limit that applies. */
import type { ErrorCode } from '@foyer/contract/errors'
import type { LimitName } from '@foyer/contract/routes/route'

/** Requests above `max` are refused until the window ends. */
export type Window = { max: number; windowSeconds: number }

/**
 * Above `freeCount`, each attempt requires a captcha challenge if the route accepts solutions. The challenge gets
 * harder each time the count doubles or, with `isSteep`, with each further attempt.
 */
export type ChallengeWindow = Window & { freeCount?: number; isSteep?: boolean }

export type RequestLimit = {
  /** Per network: an IPv4 address, or each of `ipv6Networks` with its factor. */
  address: readonly ChallengeWindow[]
  device?: readonly ChallengeWindow[]
  /** Per user, if a session is sent; replaces `requestsOfUser`. */
  user?: readonly Window[]
  /** Counts, in addition to another limit, those of its requests that fail with this error code. */
  among?: { limit: string; code: ErrorCode }
}

/**
 * The maximum requests of one user under each limit, from all networks and devices together. It is several times what
 * one user's pages and sites send.
 */
export const requestsOfUser: readonly Window[] = [{ max: 600, windowSeconds: 600 }]

/**
 * The networks in which an IPv6 address counts, and the factor by which each limit is larger. A /64 is one link;
 * providers assign a /56 or a /48 to one customer (RFC 6177), who can change the /64 with every request.
 */
export const ipv6Networks = [
  { prefixLength: 64, multiple: 1 },
  { prefixLength: 56, multiple: 4 },
  { prefixLength: 48, multiple: 16 },
] as const

/**
 * The limits per network and per device id. Above `freeCount` requests a captcha challenge is due. Requests are refused
 * only above `max`, often twenty times as many, so that a computer lab behind one address can sign in.
 */
export const requestLimits = {
  'users-fetch': {
    address: [{ freeCount: 30, max: 600, windowSeconds: 600 }],
    device: [{ freeCount: 4, max: 15, windowSeconds: 600 }],
  },
  /** Counts failures: a successful sign-in is subtracted again. */
  login: {
    address: [
      { freeCount: 20, max: 400, windowSeconds: 600 },
      { freeCount: 100, max: 2_000, windowSeconds: 86_400 },
    ],
    device: [{ max: 10, windowSeconds: 600 }],
  },
  /** A page with the form asks for options once, and again while it stays open. */
  passkeys: { address: [{ max: 2_400, windowSeconds: 600 }] },
  'second-factor': {
    address: [{ max: 2_400, windowSeconds: 600 }],
    device: [{ max: 60, windowSeconds: 600 }],
  },
  social: {
    address: [{ freeCount: 30, max: 600, windowSeconds: 600 }],
    device: [{ max: 20, windowSeconds: 600 }],
  },
  /** Two requests for each sign-in through a provider, three for Apple. */
  'social-pages': { address: [{ max: 1_800, windowSeconds: 600 }] },
  /** Codes that users copy from devices: enough for a school behind one address, too few to guess a code of eight letters. */
  'device-codes': { address: [{ max: 120, windowSeconds: 600 }] },
  /** A client's server calls for all of its users. */
  openid: { address: [{ max: 12_000, windowSeconds: 60 }] },
  refresh: { address: [{ max: 6_000, windowSeconds: 300 }] },
  /** Each success is a sign-in of the user, which is counted too. */
  'auto-login': {
    address: [{ max: 400, windowSeconds: 600 }],
    device: [{ max: 20, windowSeconds: 600 }],
  },
  /** Pages of a browser that has accounts read them once; a user continues once for each platform. */
  'browser-session': { address: [{ max: 1_200, windowSeconds: 600 }] },
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
  /** A sign-up always requires a challenge. */
  'sign-up': {
    address: [{ freeCount: 0, max: 100, windowSeconds: 3_600 }],
    device: [{ max: 3, windowSeconds: 3_600 }],
  },
  /** A sign-up reveals whether an email has an account. A few attempts are cheap; a list of emails is expensive. */
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
  /** Browsers keep a picture for a year, so a class behind one address fetches each picture once per browser. */
  pictures: { address: [{ max: 1_200, windowSeconds: 600 }] },
  /** Calls with a user's token; each sign-in sends four. */
  analytics: { address: [{ max: 1_200, windowSeconds: 600 }] },
  /** Calls without a token: a page sends one batch after a sign-in and one when the user leaves. */
  'analytics-events': { address: [{ max: 600, windowSeconds: 600 }] },
  /** A page sends each error once. Reports above this number are refused, because other users report the same errors. */
  'error-reports': { address: [{ max: 30, windowSeconds: 3_600 }] },
  /**
   * Each request sends a mail to support and one to the typed email. Without a session it always requires a challenge.
   */
  'help-request': {
    address: [{ freeCount: 0, max: 100, windowSeconds: 3_600 }],
    device: [{ max: 10, windowSeconds: 3_600 }],
  },
  /**
   * Calls with a user's token. A form that saves each entry sends a few dozen; a platform's server calls for many
   * users.
   */
  profile: {
    address: [{ max: 12_000, windowSeconds: 600 }],
    user: [{ max: 1_200, windowSeconds: 600 }],
  },
  /** A form asks while its user types; too few to collect the usernames of private profiles. */
  usernames: {
    address: [{ max: 1_200, windowSeconds: 600 }],
    user: [{ max: 120, windowSeconds: 600 }],
  },
  /** Readable without a token: enough for a class behind one address, but too few to collect all profiles. */
  'profile-public': { address: [{ max: 1_200, windowSeconds: 600 }] },
  /** Each file is read into memory and re-encoded. */
  uploads: {
    address: [{ max: 600, windowSeconds: 600 }],
    user: [{ max: 120, windowSeconds: 600 }],
  },
  /** Most of these requests send a mail. */
  contacts: { address: [{ max: 600, windowSeconds: 600 }], user: [{ max: 120, windowSeconds: 600 }] },
  schools: {
    address: [{ max: 6_000, windowSeconds: 600 }],
    user: [{ max: 1_200, windowSeconds: 600 }],
  },
  notifications: { address: [{ max: 12_000, windowSeconds: 600 }] },
  portfolio: { address: [{ max: 6_000, windowSeconds: 600 }] },
  /** Each résumé takes some hundred ms of CPU time. */
  resume: { address: [{ max: 300, windowSeconds: 600 }], user: [{ max: 60, windowSeconds: 600 }] },
  /** Calls of platforms' servers. */
  'platform-posts': { address: [{ max: 12_000, windowSeconds: 60 }] },
} as const satisfies Record<LimitName, RequestLimit>
