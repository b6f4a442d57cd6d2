/** A link that sets a password (Spec 2.1): checked, used, or sent anew where it is over. */
import type { LinkOwner } from '@foyer/contract/routes/password-links'
import type { Failure } from '../api/failure.ts'
import type { Machine, Situation } from '../flow/machine/step-machine.ts'
import type { Outcome } from '../session/after-sign-in.ts'
import type { PasswordLink } from './link-in-address.ts'

export type LinkState =
  | 'checking'
  /** Nobody knows yet: the service did not say. */
  | 'unknown'
  | 'form'
  | 'saving'
  /** To sign in with the new password. */
  | 'leaving'
  /** Signed in already: an invitation to the beta. */
  | 'handingOver'
  | 'stopped'
  | 'dead'
  | 'sending'
  | 'sent'
  | 'sendingAgain'

/** 'missing': the address holds no link at all, as when it was copied out of the address bar. */
export type Death = 'expired' | 'used' | 'invalid' | 'missing'

export type SignInWith = { email: string | null; phoneNumber: string | null }

export type LinkContext = {
  link: PasswordLink | null
  owner: (LinkOwner & { firstName?: string }) | null
  /** Only while they are on their way. */
  password1: string
  password2: string
  signInWith: SignInWith | null
  death: Death | null
  /** Masked: where another link can be sent to. */
  account: string | null
  resendAtMs: number
  isAgain: boolean
  failure: Failure | null
  outcome: Outcome | null
}

export type LinkEvent =
  | { type: 'arrived'; link: PasswordLink | null }
  /** A reload on what was sent. */
  | { type: 'sentBefore'; link: PasswordLink; account: string; resendAtMs: number }
  | { type: 'found'; owner: NonNullable<LinkContext['owner']> }
  | { type: 'died'; death: Death; account: string | null }
  /** Not checked, not saved or not sent, and the link may be good. */
  | { type: 'failed'; failure: Failure }
  | { type: 'submitted'; password1: string; password2: string }
  | { type: 'saved'; signInWith: SignInWith }
  /** A session is stored. */
  | { type: 'signedIn' }
  | { type: 'stopped'; outcome: Outcome }
  /** 'Send a new link', 'Resend link' */
  | { type: 'linkRequested' }
  | { type: 'sent'; resendAtMs: number }
  /** Once more: what failed, or takes too long. */
  | { type: 'retried' }

/**
 * check → found, died, failed. save → saved, signedIn, died, failed. leave leaves the page; so does handOver, or →
 * stopped. sendAnother → sent, failed. keepSent keeps it for a reload.
 */
export type LinkEffect = 'check' | 'save' | 'leave' | 'handOver' | 'sendAnother' | 'keepSent'

const noPasswords = { password1: '', password2: '' }

function died(_: LinkContext, { death, account }: { death: Death; account: string | null }) {
  return { to: 'dead', set: { death, account, failure: null, ...noPasswords } } as const
}

export const linkMachine: Machine<LinkState, LinkEvent, LinkContext, LinkEffect> = {
  checking: {
    effect: 'check',
    on: {
      arrived: (_, { link }) =>
        link ? { to: 'checking', set: { link } } : { to: 'dead', set: { death: 'missing' } },
      sentBefore: (_, { link, account, resendAtMs }) => ({ to: 'sent', set: { link, account, resendAtMs } }),
      found: (_, { owner }) => ({ to: 'form', set: { owner } }),
      died,
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
      submitted: (_, { password1, password2 }) => ({
        to: 'saving',
        set: { password1, password2, failure: null },
      }),
    },
  },
  saving: {
    effect: 'save',
    on: {
      saved: (_, { signInWith }) => ({ to: 'leaving', set: { signInWith } }),
      signedIn: () => ({ to: 'handingOver' }),
      died,
      failed: (_, { failure }) => ({ to: 'form', set: { failure } }),
      retried: () => ({ to: 'saving' }),
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

/** What the page is rendered with on the server: nobody has looked at its address yet. */
export const linkStart: Situation<LinkState, LinkContext> = {
  state: 'checking',
  context: {
    link: null,
    owner: null,
    ...noPasswords,
    signInWith: null,
    death: null,
    account: null,
    resendAtMs: 0,
    isAgain: false,
    failure: null,
    outcome: null,
  },
  entry: 0,
}
