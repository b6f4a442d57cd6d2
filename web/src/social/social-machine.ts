/**
 * Declares the states of a social sign-in: the wait for the provider, the call, and what the service may ask before it signs
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
  /** Only the form of the page shows, and the notice of a failure. */
  | 'idle'
  /** The user is at the provider, in a popup. */
  | 'away'
  | 'signingIn'
  /** The dialog 'Sign Up?': no account is there yet, or it has no access to this platform. */
  | 'offering'
  /** The moment before the dialog for the name (product 9). */
  | 'pausing'
  /** The dialog for what the provider has not delivered: name, email address. */
  | 'asking'
  /** The dialog that asked stays while the account is created. */
  | 'creating'
  /** The email has an account, which the user proves. */
  | 'linking'
  /** The session is being stored. */
  | 'finishing'
  /** The page goes on to the platform. */
  | 'done'

/** The provider's window, and the channel on which it posts the result. */
export type Popup = { channel: string; window: Pick<Window, 'closed' | 'close'> }

export type SocialContext = {
  /** The purpose of the page: sign-in, or sign-up. */
  pagePurpose: SocialPurpose
  provider: SocialProvider | null
  popup: Popup | null
  /** The reference of the provider's callback. */
  reference: string
  /** Purpose of the next call. */
  purpose: SocialPurpose
  needsName: boolean
  needsEmail: boolean
  fullName: string
  email: string
  /** The dialog that is open, also while the call it led to runs. */
  dialog: 'offer' | 'details' | null
  account: ClaimedAccount | null
  /** The platforms of a known person whose account has no access to this one; null for any other. */
  platforms: readonly Platform[] | null
  session: Session | null
  /** The user has asked for an account. */
  isNew: boolean
  failure: Failure | null
}

export type SocialEvent =
  | { type: 'left'; provider: SocialProvider; popup: Popup }
  /** The provider sent the user back. */
  | { type: 'arrived'; result: SocialResult }
  /** A reload found the proof of an account that was under way. */
  | { type: 'kept'; pending: PendingLink }
  /** The popup was closed without a result. A late one still counts. */
  | { type: 'closed' }
  | { type: 'signedIn'; session: Session }
  | { type: 'refused'; failure: Failure }
  /** 'Create my account' */
  | { type: 'confirmed' }
  | { type: 'paused' }
  | { type: 'detailsSubmitted'; fullName: string; email: string }
  /** The old account is proven, and the new one linked to it. */
  | { type: 'linked'; session: Session }
  /** Cancel, Esc; or the wait for the popup ends. */
  | { type: 'cancelled' }
  /** The user repeats a call that takes too long or that the network lost. */
  | { type: 'retried' }
  | { type: 'stored' }

/**
 * listen → arrived, closed. signIn → signedIn, refused. pause → paused. store → stored. leave tells the page that a
 * session is there. cover hides the form of the page; uncover, listen and leave show it.
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

/** Cleared when the user begins anew or goes back. */
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

/** Denied, closed, or without an access token (product 8). */
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

/** Apple delivers the name once, and only if the user agrees. */
function isNameAsked(provider: SocialProvider, hasName: boolean): boolean {
  return provider === 'apple' && !hasName
}

function hasAll({ needsName, needsEmail, fullName, email }: SocialContext): boolean {
  return (!needsName || fullName !== '') && (!needsEmail || email !== '')
}

/** Only the dialog for the name waits a moment (product 5). */
function beforeAsking({ needsName, dialog }: SocialContext): 'pausing' | 'asking' {
  return needsName && dialog !== 'details' ? 'pausing' : 'asking'
}

function finish({ purpose }: SocialContext, { session }: { session: Session }) {
  return { to: 'finishing', set: { session, isNew: purpose === 'sign_up' } } as const
}

/** The service asks for more, or says that this reference leads nowhere. */
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
  // The same call may succeed later.
  if (dialog) return { to: dialog === 'offer' ? 'offering' : 'asking', set: { failure } }
  return { to: 'idle', set: { failure } }
}

/** An empty field is no fault until the user has seen it. */
function askFor(context: SocialContext, failure: Failure): ReturnType<NonNullable<Rules['refused']>> {
  const needsName = context.needsName || failure.errors.code === 'social-name-needed'
  const needsEmail = context.needsEmail || failure.errors.code === 'social-email-needed'
  const isSeen = context.dialog === 'details'
  return {
    to: beforeAsking({ ...context, needsName }),
    set: { needsName, needsEmail, failure: isSeen ? failure : null },
  }
}
