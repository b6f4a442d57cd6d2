/** Signing in: identifier, then password or one-time code; or email and password together (Spec 2.3, 2.5, 4). */
import type { UserDetails } from '@foyer/contract/routes/sign-in'
import type { Failure } from '../api/failure.ts'
import type { Machine, Situation } from '../flow/machine/step-machine.ts'
import type { Outcome } from '../session/after-sign-in.ts'

export type SignInState =
  | 'identifier'
  | 'lookingUp'
  | 'password'
  /** Email and password in one form. */
  | 'credentials'
  | 'signingIn'
  /** No code was sent yet, and one is not sent without a click. */
  | 'unsent'
  | 'sending'
  /** A code is on its way or there: to be typed. */
  | 'otp'
  | 'verifying'
  | 'tooManyCodes'
  | 'handingOver'
  | 'stopped'

export type Person = { uuid: string; fullName: string | null; picture: string | null; hasPassword: boolean }

/** What a code belongs to, and from when another may be asked for, by this browser's clock. */
export type Challenge = { token: string; resendAtMs: number; isNew: boolean }

export type SignInContext = {
  first: 'identifier' | 'credentials'
  /** As typed: an email or a phone number. */
  identifier: string
  person: Person | null
  /** Only while it is on its way. */
  password: string
  otp: string
  challenge: Challenge | null
  failure: Failure | null
  outcome: Outcome | null
}

export type SignInEvent =
  | { type: 'prefilled'; identifier: string }
  | { type: 'submitted'; identifier: string }
  /** `isUnattended`: a link brought somebody this far, who has not touched a key or a pointer yet. */
  | { type: 'found'; details: UserDetails; isUnattended: boolean }
  | { type: 'failed'; failure: Failure }
  /** A reload, or Forward, on the password step. */
  | { type: 'restored'; identifier: string; person: Person }
  /** The same on the step of the code, in a lost tab's successor, too; `challenge` where it is still good. */
  | {
      type: 'otpRestored'
      identifier: string
      person: Person
      challenge: Challenge | null
      isUnattended: boolean
    }
  | { type: 'passwordSubmitted'; password: string }
  /** 'Sign in with OTP', 'Send code', 'Resend OTP' */
  | { type: 'codeRequested' }
  | { type: 'otpSent'; challenge: Challenge }
  /** No code for now; `challenge` as far as the refusal tells of one. */
  | { type: 'sendRefused'; failure: Failure; challenge: Challenge | null; isLongWait: boolean }
  | { type: 'otpSubmitted'; otp: string }
  /** 'Sign in with password' */
  | { type: 'passwordChosen' }
  /** Too many codes were asked for, but the last one may have come. */
  | { type: 'codeAtHand' }
  | { type: 'credentialsSubmitted'; identifier: string; password: string }
  /** 'Not you? Change' */
  | { type: 'changed' }
  /** The browser's Back. */
  | { type: 'back' }
  /** A session is stored: just now, or already when the page came. */
  | { type: 'signedIn' }
  | { type: 'refused'; failure: Failure; challenge?: Challenge | null }
  /** No session any more when the code was asked for. */
  | { type: 'signedOut' }
  | { type: 'stopped'; outcome: Outcome }
  /** Once more: what takes too long, or what stopped. */
  | { type: 'retried' }

/**
 * findUser → found, failed. signIn and verifyOtp store the session → signedIn, refused. sendOtp → otpSent, sendRefused.
 * handOver leaves the page, or → stopped, signedOut. showIdentifier, showPassword and showOtp bring history and what is
 * kept for a reload in line.
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
export type OtpRows = Pick<Rows, 'unsent' | 'sending' | 'otp' | 'verifying' | 'tooManyCodes'>

const rows: Omit<Rows, keyof OtpRows> = {
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
      otpRestored: (_, { identifier, person, challenge, isUnattended }) => ({
        to: challenge ? 'otp' : startOf(isUnattended),
        set: { identifier, person, challenge, failure: null },
      }),
      signedIn: () => ({ to: 'handingOver', set: { failure: null } }),
    },
  },
  lookingUp: {
    effect: 'findUser',
    on: {
      found: (_, { details, isUnattended }) => ({
        to: details.hasPassword ? 'password' : startOf(isUnattended),
        set: { person: personOf(details) },
      }),
      failed: (_, { failure }) => refuseIdentifier(failure),
      retried: () => ({ to: 'lookingUp' }),
      back: () => ({ to: 'identifier' }),
    },
  },
  password: {
    enter: () => ({ password: '' }),
    effect: 'showPassword',
    on: {
      passwordSubmitted: (_, { password }) => ({ to: 'signingIn', set: { password, failure: null } }),
      codeRequested: () => ({ to: 'sending', set: { failure: null } }),
      changed: () => ({ to: 'identifier', set: { failure: null } }),
      back: () => ({ to: 'identifier', set: { failure: null } }),
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
      signedIn: () => ({ to: 'handingOver', set: { failure: null } }),
    },
  },
  signingIn: {
    effect: 'signIn',
    on: {
      signedIn: () => ({ to: 'handingOver' }),
      refused: ({ person }, { failure }) => ({ to: person ? 'password' : 'credentials', set: { failure } }),
      back: ({ first }) => ({ to: first }),
      retried: () => ({ to: 'signingIn' }),
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

/** Not in the first screen: the rows of the codes (otp-rows.ts) join with the calls, before which nothing leads there. */
export const signInMachine = rows as Rows

/** Where the page starts: what it is rendered with on the server. */
export function signInStart(form: 'identifier' | 'email-password'): Situation<SignInState, SignInContext> {
  const first = form === 'identifier' ? 'identifier' : 'credentials'
  const nothing = { identifier: '', password: '', otp: '' }
  const nobody = { person: null, challenge: null, failure: null, outcome: null }
  return { state: first, context: { first, ...nothing, ...nobody }, entry: 0 }
}

function startOf(isUnattended: boolean): SignInState {
  return isUnattended ? 'unsent' : 'sending'
}

export function refuseIdentifier(failure: Failure) {
  return { to: 'identifier', set: { failure } } as const
}

function personOf({ uuid, fullName, profile, hasPassword }: UserDetails): Person {
  return { uuid, fullName, picture: profile.picture, hasPassword }
}
