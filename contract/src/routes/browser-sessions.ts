/**
 * Declares the browser session: the accounts that are signed in in one browser, above their sessions on each platform
 * (docs/decisions/browser-sessions.md). The cookie names the browser session, so these routes take no access token.
 */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { deliveries } from './handover.ts'
import { defineRoute } from './route.ts'
import { session } from './sign-in.ts'

const isoTime = v.pipe(v.string(), v.isoTimestamp())

/** How an account of this browser enters a platform. */
export const entries = [
  /** One tap: `continueSession`. */
  'continue',
  /** The user signs in with the password or a code again. */
  'prove-again',
  /** The platform is not in the account and is open to sign-up: `continueSession` with `addPlatform`. */
  'add',
  /** The platform is not in the account. */
  'no-membership',
] as const
export type Entry = (typeof entries)[number]

const entry = v.picklist(entries)

/** A platform, and the last time that the user was there; null if that is unknown. */
const visit = { platform: field.platform, lastVisitAt: v.nullable(isoTime) }

/** An account that is signed in in this browser, as the chooser shows it. */
export const accountHere = field.fields({
  uuid: field.uuid,
  fullName: v.string(),
  picture: v.nullable(v.string()),
  /** The masked email, or else the masked phone number. */
  contact: v.nullable(v.string()),
  hasPassword: v.boolean(),
  lastVisitAt: isoTime,
  /** The platforms at which the account is signed in in this browser, the last visited first. */
  platforms: v.array(field.fields({ ...visit, lastVisitAt: isoTime })),
  /** null if the request names no platform. */
  entry: v.nullable(entry),
})
export type AccountHere = v.InferOutput<typeof accountHere>

export const findBrowserSession = defineRoute({
  method: 'GET',
  path: '/api/auth/browser-session',
  summary: 'List the accounts that are signed in in this browser, and how they enter a platform',
  access: 'none',
  limit: 'browser-session',
  query: field.fields({ platform: v.optional(field.platform) }),
  result: field.fields({
    /** A shared computer: the sign-ins end with the browser or after 20 minutes without use. */
    isShared: v.boolean(),
    /** The account last used comes first. */
    accounts: v.array(accountHere),
    /** The account that the named platform used last in this browser; null if that is not certain. */
    lastUsed: v.nullable(field.uuid),
  }),
  errors: ['invalid-request', 'too-many-attempts'],
})

const tapped = {
  platform: field.platform,
  /** The window of the page. A frame, and a page that nobody sees, are refused with `window-needed`. */
  delivery: v.picklist(deliveries, 'Unknown delivery'),
  /** The user agreed to add the platform to the account, if it is not there and is open to sign-up. */
  addPlatform: v.optional(v.literal(true, 'Must be true')),
}

/** The common parts of the routes by which a tap opens a session. */
const tappedRoute = {
  method: 'POST',
  access: 'none',
  limit: 'browser-session',
  result: session,
  errors: [
    'invalid-request',
    'not-signed-in-here',
    'proof-needed',
    'window-needed',
    'second-factor-needed',
    'enrolment-needed',
    'no-membership',
    'no-access',
    'too-many-attempts',
  ],
} as const

export const continueSession = defineRoute({
  ...tappedRoute,
  path: '/api/auth/sessions/continue',
  summary: 'Open a session at another platform for an account that is signed in in this browser',
  body: field.fields({
    /** The account that the user tapped. */
    account: field.uuid,
    ...tapped,
  }),
})

export const continueWithProof = defineRoute({
  ...tappedRoute,
  path: '/api/auth/sessions/continue-with-proof',
  summary: 'Open a session at another platform after a sign-in that was right and had no access',
  body: field.fields({
    /** The token of the answer `no-membership`. */
    proof: field.token,
    ...tapped,
  }),
})

export const removeAccountHere = defineRoute({
  method: 'DELETE',
  path: '/api/auth/browser-session/accounts/:id',
  summary: 'Sign an account out of this browser and forget it here; succeeds also if it is not there',
  access: 'none',
  limit: 'browser-session',
  params: field.fields({ id: field.uuid }),
  errors: ['invalid-request', 'too-many-attempts'],
})

/** What a platform has said about a sign-out by the back channel. */
export const logoutStates = [
  /** The platform has confirmed. */
  'confirmed',
  /** The platform has not been asked yet, or is being asked for the first time. */
  'waiting',
  /** The platform did not answer or refused; Foyer may still try again. */
  'no-answer',
  /** The platform has no back channel: its own session ends when its tokens expire. */
  'none',
] as const
export type LogoutState = (typeof logoutStates)[number]

const platformLogouts = v.array(field.fields({ platform: field.platform, state: v.picklist(logoutStates) }))

export const logOutEverywhereHere = defineRoute({
  method: 'POST',
  path: '/api/auth/browser-session/logout',
  summary: 'End every session of this browser; succeeds also when there is none',
  access: 'none',
  limit: 'browser-session',
  result: field.fields({
    /** Reads the states of the platforms for ten minutes; null if no platform is notified. */
    token: v.nullable(field.token),
    /** The platforms whose sessions ended, in the order of `platforms`. */
    platforms: platformLogouts,
  }),
  errors: ['too-many-attempts'],
})

export const readPlatformLogouts = defineRoute({
  method: 'POST',
  path: '/api/auth/browser-session/logout/states',
  summary: 'Read which platforms have confirmed a sign-out of this browser',
  access: 'none',
  limit: 'browser-session',
  body: field.fields({ token: field.token }),
  result: field.fields({ platforms: platformLogouts }),
  errors: ['invalid-request', 'not-found', 'too-many-attempts'],
})

/** The URL to which a code of the platform is added. */
const place = { home: v.string() }

export const listDoors = defineRoute({
  method: 'GET',
  path: '/api/auth/doors',
  summary: 'List your own platforms that you can go to from here, and those that you may add',
  access: 'own-session',
  limit: 'browser-session',
  result: field.fields({
    /** The last visited first, then in the order of `platforms`. */
    doors: v.array(
      field.fields({
        ...visit,
        ...place,
        entry,
        /** The platform of the session that asks. */
        isCurrent: v.boolean(),
      }),
    ),
    /** Platforms that are open to sign-up and not in the account. */
    addable: v.array(field.fields({ platform: field.platform, ...place })),
  }),
  errors: ['session-ended', 'no-access', 'too-many-attempts'],
})
