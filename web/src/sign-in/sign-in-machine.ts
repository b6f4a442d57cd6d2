/** Describes sign-in as a table: identifier, then password or code, or email and password together (Spec 2.3, 2.5, 4). */
import type { UserDetails } from '@foyer/contract/routes/sign-in'
import { type Failure, fieldSentence } from '../api/failure.ts'
import type { Machine, Situation } from '../flow/machine/step-machine.ts'
import type { Challenge } from '../flow/otp/challenge.ts'
import type { Outcome } from '../session/handover.ts'

export type SignInState =
  | 'identifier'
  | 'lookingUp'
  | 'password'
  /** Email and password in one form. */
  | 'credentials'
  | 'signingIn'
  /** The service refused to send the first code: a click asks again. */
  | 'unsent'
  | 'sending'
  /** A code was sent; the user types it. */
  | 'otp'
  | 'verifying'
  | 'tooManyCodes'
  | 'handingOver'
  | 'stopped'

export type Person = { uuid: string; fullName: string | null; picture: string | null; hasPassword: boolean }

export type SignInContext = {
  first: 'identifier' | 'credentials'
  /** An email address or a phone number, as the user typed it. */
  identifier: string
  person: Person | null
  /** Held only while the request is under way. */
  password: string
  otp: string
  challenge: Challenge | null
  failure: Failure | null
  outcome: Outcome | null
}

export type SignInEvent =
  | { type: 'prefilled'; identifier: string }
  | { type: 'submitted'; identifier: string }
  /** `identifier` has its country code. `prefersCode`: the last sign-in of this person in this browser was by code. */
  | { type: 'found'; identifier: string; details: UserDetails; prefersCode: boolean }
  | { type: 'failed'; failure: Failure }
  /** The user reloads on the password step, or goes Forward to it. */
  | { type: 'restored'; identifier: string; person: Person }
  /** The same for the code's step, also in a new tab after the old one was lost; `challenge` while it is valid. */
  | { type: 'otpRestored'; identifier: string; person: Person; challenge: Challenge | null }
  | { type: 'passwordSubmitted'; password: string }
  /** 'Sign in with OTP', 'Send code', 'Resend OTP' */
  | { type: 'codeRequested' }
  | { type: 'otpSent'; challenge: Challenge }
  /** The service sent no code; `challenge` if the refusal names one. */
  | { type: 'sendRefused'; failure: Failure; challenge: Challenge | null; isLongWait: boolean }
  | { type: 'otpSubmitted'; otp: string }
  /** 'Sign in with password' */
  | { type: 'passwordChosen' }
  /** The user requested too many codes, and types the last one that arrived. */
  | { type: 'codeAtHand' }
  | { type: 'credentialsSubmitted'; identifier: string; password: string }
  /** 'Not you? Change' */
  | { type: 'changed' }
  /** The browser's Back. */
  | { type: 'back' }
  /** A session is stored: a new one, or one from before this page loaded. */
  | { type: 'signedIn' }
  | { type: 'refused'; failure: Failure; challenge?: Challenge | null }
  /** The session had ended when the browser requested the authorization code. */
  | { type: 'signedOut' }
  | { type: 'stopped'; outcome: Outcome }
  /** The user repeats a call that takes too long, or that stopped. */
  | { type: 'retried' }

/**
 * findUser → found, failed. signIn and verifyOtp store the session → signedIn, refused. sendOtp → otpSent, sendRefused.
 * handOver leaves the page, or → stopped, signedOut. showIdentifier, showPassword and showOtp bring the history and the
 * records that a reload reads in line.
 */
export type SignInEffect =
  | 'showIdentifier'
  | 'findUser'
  | 'showPassword'
  | 'signIn'
  | 'showOtp'
  | 'sendOtp'
  | 'verifyOtp'
  | 'handOver'

type Rows = Machine<SignInState, SignInEvent, SignInContext, SignInEffect>
type Rules = Rows[SignInState]['on']

/** A provider's window may sign the user in at any step. */
const leave: Rules = { signedIn: () => ({ to: 'handingOver', set: { failure: null } }) }

const toIdentifier: Rules = {
  changed: () => ({ to: 'identifier', set: { failure: null } }),
  back: () => ({ to: 'identifier', set: { failure: null } }),
  ...leave,
}

/** The events that leave every state of the code. */
const leaveOtp: Rules = {
  ...toIdentifier,
  passwordChosen: ({ person }) => (person?.hasPassword ? { to: 'password', set: { failure: null } } : {}),
}

const requestCode: Rules = { codeRequested: () => ({ to: 'sending', set: { failure: null } }) }

export const signInMachine: Rows = {
  identifier: {
    enter: () => ({ person: null, password: '', otp: '', challenge: null }),
    effect: 'showIdentifier',
    on: {
      prefilled: (_, { identifier }) => ({ set: { identifier } }),
      submitted: (_, { identifier }) => ({ to: 'lookingUp', set: { identifier, failure: null } }),
      restored: (_, { identifier, person }) => ({
        to: 'password',
        set: { identifier, person, failure: null },
      }),
      otpRestored: (_, { identifier, person, challenge }) => ({
        to: challenge ? 'otp' : 'sending',
        set: { identifier, person, challenge, failure: null },
      }),
      ...leave,
    },
  },
  lookingUp: {
    effect: 'findUser',
    on: {
      found: (_, { identifier, details, prefersCode }) => ({
        to: details.hasPassword && !prefersCode ? 'password' : 'sending',
        set: { identifier, person: personOf(details) },
      }),
      failed: (_, { failure }) => refuseIdentifier(failure),
      retried: () => ({ to: 'lookingUp' }),
      back: () => ({ to: 'identifier' }),
      ...leave,
    },
  },
  password: {
    enter: () => ({ password: '' }),
    effect: 'showPassword',
    on: {
      ...toIdentifier,
      ...requestCode,
      passwordSubmitted: (_, { password }) => ({ to: 'signingIn', set: { password, failure: null } }),
    },
  },
  credentials: {
    enter: () => ({ password: '' }),
    on: {
      prefilled: (_, { identifier }) => ({ set: { identifier } }),
      credentialsSubmitted: (_, { identifier, password }) => ({
        to: 'signingIn',
        set: { identifier, password, failure: null },
      }),
      ...leave,
    },
  },
  signingIn: {
    effect: 'signIn',
    on: {
      ...leave,
      refused: ({ person }, { failure }) => ({ to: person ? 'password' : 'credentials', set: { failure } }),
      back: ({ first }) => ({ to: first }),
      retried: () => ({ to: 'signingIn' }),
    },
  },
  unsent: {
    effect: 'showOtp',
    on: { ...leaveOtp, ...requestCode },
  },
  sending: {
    effect: 'sendOtp',
    on: {
      ...leaveOtp,
      otpSent: (_, { challenge }) => ({ to: 'otp', set: { challenge } }),
      sendRefused: ({ challenge: before }, { failure, challenge: refused, isLongWait }) => {
        if (isAboutIdentifier(failure)) return refuseIdentifier(failure)
        const challenge = refused ?? before
        if (isLongWait) return { to: 'tooManyCodes', set: { failure, challenge } }
        // A request that came too soon: the user types the code sent before.
        if (refused) return { to: 'otp', set: { challenge } }
        return { to: before ? 'otp' : 'unsent', set: { failure } }
      },
      retried: () => ({ to: 'sending' }),
    },
  },
  otp: {
    enter: () => ({ otp: '' }),
    effect: 'showOtp',
    on: {
      ...leaveOtp,
      otpSubmitted: (_, { otp }) => ({ to: 'verifying', set: { otp, failure: null } }),
      ...requestCode,
    },
  },
  verifying: {
    effect: 'verifyOtp',
    on: {
      ...leaveOtp,
      refused: ({ challenge: before }, { failure, challenge }) =>
        isAboutIdentifier(failure)
          ? refuseIdentifier(failure)
          : { to: 'otp', set: { failure, challenge: challenge ?? before } },
      retried: () => ({ to: 'verifying' }),
    },
  },
  tooManyCodes: {
    effect: 'showOtp',
    on: {
      ...leaveOtp,
      ...requestCode,
      codeAtHand: ({ challenge }) => (challenge ? { to: 'otp', set: { failure: null } } : {}),
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
  const unknown = { person: null, challenge: null, failure: null, outcome: null }
  return { state: first, context: { first, ...texts, ...unknown }, entry: 0 }
}

function refuseIdentifier(failure: Failure) {
  return { to: 'identifier', set: { failure } } as const
}

/** The fields of the first step can be refused later, too (Spec 8). */
function isAboutIdentifier(failure: Failure): boolean {
  return ['userId', 'countryCode'].some((field) => fieldSentence(failure, field) !== null)
}

function personOf({ uuid, fullName, profile, hasPassword }: UserDetails): Person {
  return { uuid, fullName, picture: profile.picture, hasPassword }
}
