/** Signing in: identifier then password, or email and password together (Spec 2.3, 2.5, 4). */
import type { UserDetails } from '@foyer/contract/sign-in'
import { type Failure, fieldFailure } from '../api/failure.ts'
import type { Machine, Situation } from '../flow/step-machine.ts'
import type { HandOver } from '../session/after-sign-in.ts'

export type SignInState =
  | 'identifier'
  | 'lookingUp'
  | 'password'
  /** Email and password in one form. */
  | 'credentials'
  | 'signingIn'
  | 'handingOver'
  | 'stopped'

/** Why nobody is taken anywhere. */
export type Outcome = Extract<HandOver, { kind: 'invalid-url' | 'loop' | 'failed' }>

export type Person = { uuid: string; fullName: string | null; picture: string | null; hasPassword: boolean }

export type SignInContext = {
  first: 'identifier' | 'credentials'
  /** As typed: an email or a phone number. */
  identifier: string
  person: Person | null
  /** Only while it is on its way. */
  password: string
  failure: Failure | null
  outcome: Outcome | null
}

export type SignInEvent =
  | { type: 'prefilled'; identifier: string }
  | { type: 'submitted'; identifier: string }
  | { type: 'found'; details: UserDetails }
  | { type: 'failed'; failure: Failure }
  /** A reload, or Forward, on the password step. */
  | { type: 'restored'; identifier: string; person: Person }
  | { type: 'passwordSubmitted'; password: string }
  | { type: 'credentialsSubmitted'; identifier: string; password: string }
  /** 'Not you? Change' */
  | { type: 'changed' }
  /** The browser's Back. */
  | { type: 'back' }
  /** A session is stored: just now, or already when the page came. */
  | { type: 'signedIn' }
  | { type: 'refused'; failure: Failure }
  /** No session any more when the code was asked for. */
  | { type: 'signedOut' }
  | { type: 'stopped'; outcome: Outcome }
  /** Once more: what takes too long, or what stopped. */
  | { type: 'retried' }

/**
 * findUser → found, failed. signIn stores the session → signedIn, refused. handOver leaves the page, or →
 * stopped, signedOut. showIdentifier and showPassword bring history and the kept step in line.
 */
export type SignInEffect = 'showIdentifier' | 'findUser' | 'showPassword' | 'signIn' | 'handOver'

const noPassword = 'This account has no password. Ask for help signing in.'

export const signInMachine: Machine<SignInState, SignInEvent, SignInContext, SignInEffect> = {
  identifier: {
    enter: () => ({ person: null, password: '' }),
    effect: 'showIdentifier',
    on: {
      prefilled: (_, { identifier }) => ({ set: { identifier } }),
      submitted: (_, { identifier }) => ({ to: 'lookingUp', set: { identifier, failure: null } }),
      restored: (_, { identifier, person }) => ({
        to: 'password',
        set: { identifier, person, failure: null },
      }),
      signedIn: () => ({ to: 'handingOver', set: { failure: null } }),
    },
  },
  lookingUp: {
    effect: 'findUser',
    on: {
      found: (_, { details }) => {
        if (!details.hasPassword) return refuseIdentifier(fieldFailure({ userId: [noPassword] }))
        return { to: 'password', set: { person: personOf(details) } }
      },
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
    enter: () => ({ password: '' }),
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

/** Where the page starts: what it is rendered with on the server. */
export function signInStart(form: 'identifier' | 'email-password'): Situation<SignInState, SignInContext> {
  const first = form === 'identifier' ? 'identifier' : 'credentials'
  const context = { first, identifier: '', person: null, password: '', failure: null, outcome: null } as const
  return { state: first, context, entry: 0 }
}

function refuseIdentifier(failure: Failure) {
  return { to: 'identifier', set: { failure } } as const
}

function personOf({ uuid, fullName, profile, hasPassword }: UserDetails): Person {
  return { uuid, fullName, picture: profile.picture, hasPassword }
}
