/** Declares the states of sign-in: identifier, then password or code; or email and password together (product 2.3, 2.5, 4). */

import type { UserDetails } from '@foyer/contract/routes/sign-in'
import { otpLongestWaitSeconds } from '@foyer/contract/shared-values'
import { type Failure, fieldSentence } from '../api/failure.ts'
import type { Machine, Situation } from '../flow/machine/step-machine.ts'
import type { Challenge } from '../flow/otp/challenge.ts'
import {
  type ProofContext,
  type ProofEffect,
  type ProofEvent,
  type ProofState,
  proofRows,
  refuseCode,
  refuseProof,
} from '../flow/proof/proof-rows.ts'
import type { Outcome } from '../session/handover.ts'

export type SignInState =
  | 'identifier'
  | 'lookingUp'
  /** The service opens a session for an account that is signed in in this browser. */
  | 'continuing'
  /** The user types email and password in one form. */
  | 'credentials'
  /** The same form, for the account of another platform. */
  | 'elsewhere'
  | ProofState
  | 'tooManyCodes'
  | 'handingOver'
  | 'stopped'

export type Person = { uuid: string; fullName: string | null; picture: string | null; hasPassword: boolean }

export type SignInContext = ProofContext & {
  /** The form of the first step. `elsewhere` replaces `identifier` for an account that the look-up here does not find. */
  first: 'identifier' | 'credentials' | 'elsewhere'
  /** An email address or a phone number, as the user typed it. */
  identifier: string
  wantsCode: boolean
  /** The account to continue as. */
  account: string
  addPlatform: boolean
  person: Person | null
  /** The first form asked the known person for the password, and stays on screen while the service checks it. */
  isKnown: boolean
  outcome: Outcome | null
}

export type SignInEvent =
  | { type: 'prefilled'; identifier: string }
  /** `wantsCode`: the user asks for a code instead of the password. */
  | { type: 'submitted'; identifier: string; wantsCode?: boolean }
  /**
   * The user continues as an account that is signed in in this browser. `addPlatform`: the user agreed to add the platform
   * to the account.
   */
  | { type: 'continued'; account: string; addPlatform: boolean }
  /** The last person of this browser typed the password in the first form. */
  | { type: 'knownSubmitted'; identifier: string; person: Person; password: string }
  /**
   * `identifier` includes the country code. `prefersCode`: the user asks for a code, or this person's last sign-in in this
   * browser was by code.
   */
  | { type: 'found'; identifier: string; details: UserDetails; prefersCode: boolean }
  | { type: 'failed'; failure: Failure }
  /** The user reloads on the password step, or goes Forward to it. */
  | { type: 'restored'; identifier: string; person: Person }
  /** The user reloads the OTP step or reopens it in a new tab. `challenge` is null once it has expired. */
  | { type: 'otpRestored'; identifier: string; person: Person; challenge: Challenge | null }
  | ProofEvent
  /** The user requested too many codes and types the last code that arrived. */
  | { type: 'codeAtHand' }
  | { type: 'credentialsSubmitted'; identifier: string; password: string }
  /** The user has an account of another platform: the form asks for its email and password. */
  | { type: 'elsewhereChosen'; identifier: string }
  /** The user clicks 'Not you? Change'. */
  | { type: 'changed' }
  /** The browser goes Back. */
  | { type: 'back' }
  /** A session is stored: a new session, or a session from before this page loaded. */
  | { type: 'signedIn' }
  /** The session had ended when the browser requested the authorization code. */
  | { type: 'signedOut' }
  | { type: 'stopped'; outcome: Outcome }
  /** The service refused the passkey that the user chose; every step shows why. */
  | { type: 'passkeyRefused'; failure: Failure }

/**
 * `findUser` sends `found` or `failed`. `continueHere` stores the session and sends `signedIn`, or sends `failed`, or
 * `submitted` where the account must prove itself. `prove` stores the session and sends `signedIn`, or sends `refused`.
 * `handOver` leaves the page, or sends `stopped` or `signedOut`. `showIdentifier` moves the history to the first step,
 * `showElsewhere` to the form for an account of another platform.
 */
export type SignInEffect =
  | 'showIdentifier'
  | 'findUser'
  | 'continueHere'
  | 'showElsewhere'
  | ProofEffect
  | 'handOver'

type Rows = Machine<SignInState, SignInEvent, SignInContext, SignInEffect>
type Rules = Rows[SignInState]['on']

const continueHere: Rules = {
  continued: (_, { account, addPlatform }) => ({
    to: 'continuing',
    set: { account, addPlatform, failure: null },
  }),
}

/** A provider's popup or a passkey may sign the user in at any step. */
const leave: Rules = {
  signedIn: () => ({ to: 'handingOver', set: { failure: null } }),
  passkeyRefused: (_, { failure }) => ({ set: { failure } }),
}

const submitCredentials: Rules = {
  credentialsSubmitted: (_, { identifier, password }) => ({
    to: 'proving',
    set: { identifier, password, failure: null },
  }),
  ...leave,
}

/** The rules that leave the proof, for all of its states. */
const leaveProof: Rules = {
  changed: () => ({ to: 'identifier', set: { failure: null } }),
  back: () => ({ to: 'identifier', set: { failure: null } }),
  passwordChosen: ({ person }) => (person?.hasPassword ? { to: 'account', set: { failure: null } } : {}),
  ...leave,
}

export const signInMachine: Rows = {
  identifier: {
    enter: () => ({
      first: 'identifier',
      person: null,
      isKnown: false,
      password: '',
      otp: '',
      challenge: null,
    }),
    effect: 'showIdentifier',
    on: {
      prefilled: (_, { identifier }) => ({ set: { identifier } }),
      submitted: (_, { identifier, wantsCode = false }) => ({
        to: 'lookingUp',
        set: { identifier, wantsCode, failure: null },
      }),
      knownSubmitted: (_, { identifier, person, password }) => ({
        to: 'proving',
        set: { identifier, person, password, isKnown: true, failure: null },
      }),
      elsewhereChosen: (_, { identifier }) => ({
        to: 'elsewhere',
        set: { identifier, first: 'elsewhere', failure: null },
      }),
      ...continueHere,
      restored: (_, { identifier, person }) => ({
        to: 'account',
        set: { identifier, person, failure: null },
      }),
      otpRestored: (_, { identifier, person, challenge }) => ({
        to: challenge ? 'code' : 'sendingCode',
        set: { identifier, person, challenge, failure: null },
      }),
      ...leave,
    },
  },
  lookingUp: {
    effect: 'findUser',
    on: {
      found: (_, { identifier, details, prefersCode }) => ({
        to: details.hasPassword && !prefersCode ? 'account' : 'sendingCode',
        set: { identifier, person: personOf(details) },
      }),
      failed: (_, { failure }) => refuseIdentifier(failure),
      retried: () => ({ to: 'lookingUp' }),
      back: () => ({ to: 'identifier' }),
      ...leave,
    },
  },
  continuing: {
    effect: 'continueHere',
    on: {
      failed: ({ first }, { failure }) => ({ to: first, set: { failure } }),
      submitted: (_, { identifier }) => ({ to: 'lookingUp', set: { identifier, wantsCode: false } }),
      retried: () => ({ to: 'continuing' }),
      back: ({ first }) => ({ to: first }),
      ...leave,
    },
  },
  credentials: {
    enter: () => ({ password: '' }),
    on: {
      ...continueHere,
      prefilled: (_, { identifier }) => ({ set: { identifier } }),
      ...submitCredentials,
    },
  },
  elsewhere: {
    enter: () => ({ password: '' }),
    effect: 'showElsewhere',
    on: {
      back: () => ({ to: 'identifier', set: { failure: null } }),
      ...submitCredentials,
    },
  },
  ...proofRows<Rules>(leaveProof, {
    sendingCode: {
      sendRefused: (context, event) => {
        const { failure, challenge } = event
        if (isAboutIdentifier(failure)) return refuseIdentifier(failure)
        if (!isLongWait(failure)) return refuseCode(context, event)
        return { to: 'tooManyCodes', set: { failure, challenge: challenge ?? context.challenge } }
      },
    },
    proving: {
      back: ({ first }) => ({ to: first, set: { failure: null } }),
      refused: (context, event) => {
        const { failure } = event
        if (!context.person) return { to: context.first, set: { failure } }
        if (context.otp && isAboutIdentifier(failure)) return refuseIdentifier(failure)
        const refused = refuseProof(context, event)
        return { ...refused, set: { ...refused.set, isKnown: false } }
      },
    },
  }),
  tooManyCodes: {
    effect: 'showCode',
    on: {
      ...leaveProof,
      codeRequested: () => ({ to: 'sendingCode', set: { failure: null } }),
      codeAtHand: ({ challenge }) => (challenge ? { to: 'code', set: { failure: null } } : {}),
    },
  },
  handingOver: {
    enter: () => ({ password: '', otp: '', challenge: null }),
    effect: 'handOver',
    on: {
      retried: () => ({ to: 'handingOver' }),
      signedOut: ({ first }) => ({ to: first, set: { outcome: null } }),
      stopped: (_, { outcome }) => ({ to: 'stopped', set: { outcome } }),
    },
  },
  stopped: {
    on: {
      retried: () => ({ to: 'handingOver' }),
    },
  },
}

/** Returns the situation that the server renders the page with. */
export function signInStart(form: 'identifier' | 'email-password'): Situation<SignInState, SignInContext> {
  const first = form === 'identifier' ? 'identifier' : 'credentials'
  const texts = { identifier: '', password: '', otp: '' }
  const unknown = {
    person: null,
    isKnown: false,
    wantsCode: false,
    account: '',
    addPlatform: false,
    challenge: null,
    failure: null,
    outcome: null,
  }
  return { state: first, context: { first, ...texts, ...unknown }, entry: 0 }
}

function refuseIdentifier(failure: Failure) {
  return { to: 'identifier', set: { failure } } as const
}

/** Returns true if the failure is about a field of the first step, which the service may refuse later, too (product 8). */
function isAboutIdentifier(failure: Failure): boolean {
  return ['userId', 'countryCode'].some((field) => fieldSentence(failure, field) !== null)
}

/** Returns true if the wait is longer than the longest resend wait. */
function isLongWait({ errors: { code }, retryAfterSeconds }: Failure): boolean {
  if (code === 'too-many-attempts') return true
  return code === 'otp-too-soon' && (retryAfterSeconds ?? 0) > otpLongestWaitSeconds
}

function personOf({ uuid, fullName, profile, hasPassword }: UserDetails): Person {
  return { uuid, fullName, picture: profile.picture, hasPassword }
}
