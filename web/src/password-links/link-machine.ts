/** Declares a link that sets a password as a table: checked, used, or replaced by a new link (product 2.1). */
import type { LinkOwner } from '@foyer/contract/routes/password-links'
import type { Failure } from '../api/failure.ts'
import type { Machine, Situation } from '../flow/machine/step-machine.ts'
import type { Outcome } from '../session/handover.ts'
import type { PasswordLink } from './link-in-address.ts'

export type LinkState =
  | 'checking'
  /** The check failed, so the link may still be valid. */
  | 'unknown'
  | 'form'
  | 'saving'
  /** The password is saved, and the browser signs the user in with it. */
  | 'signingIn'
  /** The sign-in was refused, so the browser opens the sign-in page. */
  | 'leaving'
  | 'handingOver'
  | 'stopped'
  | 'dead'
  | 'sending'
  | 'sent'
  | 'sendingAgain'

/** 'missing': the address contains no link, for example because it was copied from the address bar. */
export type DeadReason = 'expired' | 'used' | 'invalid' | 'missing'

export type SignInWith = { email: string | null; phoneNumber: string | null }

export type LinkContext = {
  link: PasswordLink | null
  owner: (LinkOwner & { firstName?: string }) | null
  /** Kept only while requests are running. */
  password1: string
  password2: string
  /** The contact to sign in with; null until the password is saved. */
  signInWith: SignInWith | null
  deadReason: DeadReason | null
  /** The masked recipient of another link. */
  account: string | null
  resendAtMs: number
  isAgain: boolean
  failure: Failure | null
  outcome: Outcome | null
}

export type LinkEvent =
  | { type: 'arrived'; link: PasswordLink | null }
  /** The user reloads after another link was sent. */
  | { type: 'sentBefore'; link: PasswordLink; account: string; resendAtMs: number }
  | { type: 'found'; owner: NonNullable<LinkContext['owner']> }
  | { type: 'linkRefused'; deadReason: DeadReason; account: string | null }
  /** Checking, saving or sending failed, and the link may still be valid. */
  | { type: 'failed'; failure: Failure }
  | { type: 'submitted'; password1: string; password2: string }
  | { type: 'saved'; signInWith: SignInWith }
  /** A session is stored. */
  | { type: 'signedIn' }
  /** The service refused the sign-in or did not answer. */
  | { type: 'refused'; failure: Failure }
  | { type: 'stopped'; outcome: Outcome }
  /** The user clicks 'Send a new link' or 'Resend link'. */
  | { type: 'linkRequested' }
  | { type: 'sent'; resendAtMs: number }
  /** The user repeats a call that failed or takes too long. */
  | { type: 'retried' }

/**
 * `check` sends `found`, `linkRefused` or `failed`. `save` sends `saved`, `signedIn`, `linkRefused` or `failed`. `signIn`
 * sends `signedIn` or `refused`. `leave` leaves the page; `handOver` leaves the page or sends `stopped`. `sendAnother`
 * sends `sent` or `failed`. `keepSent` stores the sent link for a reload.
 */
export type LinkEffect = 'check' | 'save' | 'signIn' | 'leave' | 'handOver' | 'sendAnother' | 'keepSent'

const noPasswords = { password1: '', password2: '' }

function linkRefused(
  _: LinkContext,
  { deadReason, account }: { deadReason: DeadReason; account: string | null },
) {
  return { to: 'dead', set: { deadReason, account, failure: null, ...noPasswords } } as const
}

export const linkMachine: Machine<LinkState, LinkEvent, LinkContext, LinkEffect> = {
  checking: {
    effect: 'check',
    on: {
      arrived: (_, { link }) =>
        link ? { to: 'checking', set: { link } } : { to: 'dead', set: { deadReason: 'missing' } },
      sentBefore: (_, { link, account, resendAtMs }) => ({ to: 'sent', set: { link, account, resendAtMs } }),
      found: (_, { owner }) => ({ to: 'form', set: { owner } }),
      linkRefused,
      failed: (_, { failure }) => ({ to: 'unknown', set: { failure } }),
      retried: () => ({ to: 'checking' }),
    },
  },
  unknown: {
    on: {
      retried: () => ({ to: 'checking', set: { failure: null } }),
    },
  },
  form: {
    enter: () => noPasswords,
    on: {
      submitted: ({ signInWith }, { password1, password2 }) => ({
        to: signInWith ? 'signingIn' : 'saving',
        set: { password1, password2, failure: null },
      }),
    },
  },
  saving: {
    effect: 'save',
    on: {
      saved: (_, { signInWith }) => ({ to: 'signingIn', set: { signInWith } }),
      signedIn: () => ({ to: 'handingOver' }),
      linkRefused,
      failed: (_, { failure }) => ({ to: 'form', set: { failure } }),
      retried: () => ({ to: 'saving' }),
    },
  },
  signingIn: {
    effect: 'signIn',
    on: {
      signedIn: () => ({ to: 'handingOver' }),
      refused: (_, { failure }) =>
        failure.isNetworkFailure ? { to: 'form', set: { failure } } : { to: 'leaving' },
      retried: () => ({ to: 'signingIn' }),
    },
  },
  leaving: {
    enter: () => noPasswords,
    effect: 'leave',
    on: {
      retried: () => ({ to: 'leaving' }),
    },
  },
  handingOver: {
    enter: () => noPasswords,
    effect: 'handOver',
    on: {
      stopped: (_, { outcome }) => ({ to: 'stopped', set: { outcome } }),
      retried: () => ({ to: 'handingOver' }),
    },
  },
  stopped: {
    on: {
      retried: () => ({ to: 'handingOver' }),
    },
  },
  dead: {
    on: {
      linkRequested: ({ account }) => (account ? { to: 'sending', set: { failure: null } } : {}),
    },
  },
  sending: {
    effect: 'sendAnother',
    on: {
      sent: (_, { resendAtMs }) => ({ to: 'sent', set: { resendAtMs, isAgain: false } }),
      failed: (_, { failure }) => ({ to: 'dead', set: { failure } }),
      retried: () => ({ to: 'sending' }),
    },
  },
  sent: {
    effect: 'keepSent',
    on: {
      linkRequested: () => ({ to: 'sendingAgain', set: { failure: null } }),
    },
  },
  sendingAgain: {
    effect: 'sendAnother',
    on: {
      sent: (_, { resendAtMs }) => ({ to: 'sent', set: { resendAtMs, isAgain: true } }),
      failed: (_, { failure }) => ({ to: 'sent', set: { failure } }),
      retried: () => ({ to: 'sendingAgain' }),
    },
  },
}

/** The situation that the server renders. Only the browser reads the address. */
export const linkStart: Situation<LinkState, LinkContext> = {
  state: 'checking',
  context: {
    link: null,
    owner: null,
    ...noPasswords,
    signInWith: null,
    deadReason: null,
    account: null,
    resendAtMs: 0,
    isAgain: false,
    failure: null,
    outcome: null,
  },
  entry: 0,
}
