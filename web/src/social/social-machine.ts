/**
 * Declares the states of a social sign-in: the wait for the provider, the call, and the service's questions before it signs
 * the user in (product 4, 5, 8).
 */
import { type ClaimedAccount, errorSentence } from '@foyer/contract/errors'
import type { Platform } from '@foyer/contract/platforms'
import type { Session } from '@foyer/contract/routes/sign-in'
import type { SocialPurpose } from '@foyer/contract/routes/social'
import type { SocialProvider } from '@foyer/contract/social/providers'
import { blankFailure, type Failure } from '../api/failure.ts'
import type { Machine, Situation } from '../flow/machine/step-machine.ts'
import type { SocialResult } from '../session/social/social-result.ts'
import type { PendingLink } from './link/pending-link.ts'

export type SocialState =
  /** The page shows only its form, and the notice of a failure. */
  | 'idle'
  /** The user is at the provider, in a popup. */
  | 'away'
  | 'signingIn'
  /** The dialog 'Sign Up?' is open: the account does not exist, or has no access to this platform. */
  | 'offering'
  /** The page waits before the dialog for the name opens (product 9). */
  | 'pausing'
  /** The dialog asks for the data that the provider did not deliver: name, email address. */
  | 'asking'
  /** The account is being created, and the dialog stays open. */
  | 'creating'
  /** The email already has an account, and the user proves it. */
  | 'linking'
  /** The session is being stored. */
  | 'finishing'
  /** The page hands the user over to the platform. */
  | 'done'

/** The provider's window, and the channel for its result. */
export type Popup = { channel: string; window: Pick<Window, 'closed' | 'close'> }

export type SocialContext = {
  /** The purpose of the page: sign-in or sign-up. */
  pagePurpose: SocialPurpose
  provider: SocialProvider | null
  popup: Popup | null
  /** The reference from the provider's callback. */
  reference: string
  /** The purpose of the next call. */
  purpose: SocialPurpose
  needsName: boolean
  needsEmail: boolean
  fullName: string
  email: string
  /** The open dialog, which stays open while its call runs. */
  dialog: 'offer' | 'details' | null
  account: ClaimedAccount | null
  /** The platforms of a known person whose account has no access to this platform; null for any other person. */
  platforms: readonly Platform[] | null
  session: Session | null
  /** True if the user has asked for an account. */
  isNew: boolean
  failure: Failure | null
}

export type SocialEvent =
  | { type: 'left'; provider: SocialProvider; popup: Popup }
  /** The provider sent the user back. */
  | { type: 'arrived'; result: SocialResult }
  /** A reload found a pending proof of an account. */
  | { type: 'kept'; pending: PendingLink }
  /** The user closed the popup without a result. A late result still counts. */
  | { type: 'closed' }
  | { type: 'signedIn'; session: Session }
  | { type: 'refused'; failure: Failure }
  /** The user clicks 'Create my account'. */
  | { type: 'confirmed' }
  | { type: 'paused' }
  | { type: 'detailsSubmitted'; fullName: string; email: string }
  /** The user has proven the existing account, and the provider is linked to it. */
  | { type: 'linked'; session: Session }
  /** The user cancels a dialog or the wait for the popup. */
  | { type: 'cancelled' }
  /** The user repeats a call that takes too long or failed offline. */
  | { type: 'retried' }
  | { type: 'stored' }

/**
 * `listen` sends `arrived` or `closed`. `signIn` sends `signedIn` or `refused`. `pause` sends `paused`. `store` sends
 * `stored`. `leave` notifies the page of the session. `cover` hides the form of the page; `uncover`, `listen` and `leave`
 * show the form.
 */
export type SocialEffect = 'uncover' | 'listen' | 'signIn' | 'pause' | 'cover' | 'store' | 'leave'

type Rows = Machine<SocialState, SocialEvent, SocialContext, SocialEffect>
type Rules = Rows[SocialState]['on']

const begin: Rules = {
  left: ({ pagePurpose }, { provider, popup }) => ({
    to: 'away',
    set: { ...blank, purpose: pagePurpose, provider, popup },
  }),
  arrived: ({ pagePurpose }, { result }) => arrive(pagePurpose, result),
}

const cancel: Rules = { cancelled: () => ({ to: 'idle', set: blank }) }

export const socialMachine: Rows = {
  idle: {
    effect: 'uncover',
    on: {
      ...begin,
      kept: (_, { pending: { provider, accessToken, account, email = '' } }) => ({
        to: 'linking',
        set: { ...blank, provider, reference: accessToken, account, email },
      }),
      retried: ({ reference }) => (reference ? { to: 'signingIn', set: { failure: null } } : {}),
    },
  },
  away: {
    effect: 'listen',
    on: { ...begin, ...cancel, closed: () => ({ set: { failure: failed } }) },
  },
  signingIn: {
    effect: 'signIn',
    on: {
      ...begin,
      signedIn: finish,
      refused: (context, { failure }) => refuse(context, failure),
      retried: () => ({ to: 'signingIn' }),
    },
  },
  offering: {
    enter: () => ({ dialog: 'offer' }),
    on: {
      ...cancel,
      confirmed: (context) => {
        const next = { ...context, purpose: 'sign_up', failure: null } as const
        return { to: hasAll(next) ? 'creating' : beforeAsking(next), set: next }
      },
    },
  },
  pausing: {
    effect: 'pause',
    on: { paused: () => ({ to: 'asking' }) },
  },
  asking: {
    enter: () => ({ dialog: 'details' }),
    on: {
      ...cancel,
      detailsSubmitted: (_, { fullName, email }) => ({
        to: 'creating',
        set: { fullName, email, purpose: 'sign_up', failure: null },
      }),
    },
  },
  creating: {
    effect: 'signIn',
    on: {
      ...cancel,
      signedIn: finish,
      refused: (context, { failure }) => refuse(context, failure),
      retried: () => ({ to: 'creating' }),
    },
  },
  linking: {
    enter: () => ({ dialog: null }),
    effect: 'cover',
    on: {
      ...begin,
      ...cancel,
      linked: (_, { session }) => ({ to: 'finishing', set: { session, isNew: false } }),
    },
  },
  finishing: {
    enter: () => ({ failure: null }),
    effect: 'store',
    on: { stored: () => ({ to: 'done' }) },
  },
  done: {
    enter: () => ({ ...blank }),
    effect: 'leave',
    on: begin,
  },
}

/** The fields that are cleared when the user starts again or goes back. */
const blank = {
  popup: null,
  reference: '',
  needsName: false,
  needsEmail: false,
  fullName: '',
  email: '',
  dialog: null,
  account: null,
  platforms: null,
  session: null,
  isNew: false,
  failure: null,
} as const

/** The failure if the user denied access or closed the popup, or if the provider gave no access token (product 8). */
const failed: Failure = {
  ...blankFailure,
  errors: { code: 'social-failed', detail: errorSentence('social-failed') },
}

export function socialStart(pagePurpose: SocialPurpose): Situation<SocialState, SocialContext> {
  return { state: 'idle', context: { ...blank, pagePurpose, purpose: pagePurpose, provider: null }, entry: 0 }
}

function arrive(purpose: SocialPurpose, { provider, reference, hasName, hasEmail }: SocialResult) {
  const set = { ...blank, provider, purpose }
  if (reference === null) return { to: 'idle', set: { ...set, failure: failed } } as const
  const needs = { needsEmail: !hasEmail, needsName: isNameAsked(provider, hasName) }
  return { to: 'signingIn', set: { ...set, ...needs, reference } } as const
}

/** Returns true if the user must type a name: Apple delivers the name only once, and only if the user agrees. */
function isNameAsked(provider: SocialProvider, hasName: boolean): boolean {
  return provider === 'apple' && !hasName
}

function hasAll({ needsName, needsEmail, fullName, email }: SocialContext): boolean {
  return (!needsName || fullName !== '') && (!needsEmail || email !== '')
}

/** Only the dialog for the name opens after a pause (product 5). */
function beforeAsking({ needsName, dialog }: SocialContext): 'pausing' | 'asking' {
  return needsName && dialog !== 'details' ? 'pausing' : 'asking'
}

function finish({ purpose }: SocialContext, { session }: { session: Session }) {
  return { to: 'finishing', set: { session, isNew: purpose === 'sign_up' } } as const
}

/** Returns the next state after a refusal: a question to the user, or the form if the reference is no longer valid. */
function refuse(context: SocialContext, failure: Failure): ReturnType<NonNullable<Rules['refused']>> {
  const { dialog } = context
  switch (failure.errors.code) {
    case 'social-account-unknown':
      return { to: 'offering', set: { failure: null } }
    case 'no-membership':
      return { to: 'offering', set: { failure: null, platforms: failure.errors.platforms ?? [] } }
    case 'social-name-needed':
    case 'social-email-needed':
      return askFor(context, failure)
    case 'social-link-needed': {
      const { account } = failure.errors
      if (account) return { to: 'linking', set: { account, failure: null } }
      break
    }
    case 'social-failed':
    case 'social-refused':
    case 'no-access':
      return { to: 'idle', set: { ...blank, failure } }
  }
  // Repeating the same call may succeed.
  if (dialog) return { to: dialog === 'offer' ? 'offering' : 'asking', set: { failure } }
  return { to: 'idle', set: { failure } }
}

/** Opens the dialog for missing data. The first time, the dialog shows no error for an empty field. */
function askFor(context: SocialContext, failure: Failure): ReturnType<NonNullable<Rules['refused']>> {
  const needsName = context.needsName || failure.errors.code === 'social-name-needed'
  const needsEmail = context.needsEmail || failure.errors.code === 'social-email-needed'
  const isSeen = context.dialog === 'details'
  return {
    to: beforeAsking({ ...context, needsName }),
    set: { needsName, needsEmail, failure: isSeen ? failure : null },
  }
}
