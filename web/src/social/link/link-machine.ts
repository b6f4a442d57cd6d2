/**
 * Declares the steps that prove an account before a provider is linked to it: its password, or a code for its email. They
 * end with a session, or with a way to the provider when its answer is no longer valid (Spec 4; security.md 1.5).
 */
import type { Session } from '@foyer/contract/routes/sign-in'
import type { Failure } from '../../api/failure.ts'
import type { Machine, Situation } from '../../flow/machine/step-machine.ts'
import type { Challenge } from '../../flow/otp/challenge.ts'
import type { Proof, ProofEvent, ProofView } from '../../flow/proof/proof.ts'
import type { PendingLink } from './pending-link.ts'

export type LinkState =
  | ProofView
  | 'sendingCode'
  | 'linking'
  /** The reference is used up or too old: the user goes to the provider again. */
  | 'expired'
  /** A session exists, and the page is being left. */
  | 'linked'

export type LinkContext = PendingLink & Proof & { failure: Failure | null; session: Session | null }

export type LinkEvent = ProofEvent | { type: 'linked'; session: Session }

/** `sendCode` sends `codeSent` or `sendRefused`, `link` sends `linked` or `refused`. `finish` gives the session to the page. */
export type LinkEffect = 'sendCode' | 'link' | 'finish'

export const linkMachine: Machine<LinkState, LinkEvent, LinkContext, LinkEffect> = {
  account: {
    enter: () => ({ password: '', otp: '' }),
    on: {
      proofSubmitted: (_, { password }) => ({ to: 'linking', set: { password, failure: null } }),
      codeRequested: () => ({ to: 'sendingCode', set: { failure: null } }),
    },
  },
  unsent: {
    on: {
      codeRequested: () => ({ to: 'sendingCode', set: { failure: null } }),
      passwordChosen: () => ({ to: 'account', set: { failure: null } }),
    },
  },
  sendingCode: {
    effect: 'sendCode',
    on: {
      codeSent: (_, { challenge }) => ({ to: 'code', set: { challenge } }),
      sendRefused: ({ challenge: before }, { failure, challenge: refused }) => {
        // A request that came too soon: the user types the code sent before.
        if (refused) return { to: 'code', set: { challenge: refused } }
        return { to: before ? 'code' : 'unsent', set: { failure } }
      },
      passwordChosen: () => ({ to: 'account' }),
      retried: () => ({ to: 'sendingCode' }),
    },
  },
  code: {
    enter: () => ({ password: '', otp: '' }),
    on: {
      otpSubmitted: (_, { otp }) => ({ to: 'linking', set: { otp, failure: null } }),
      codeRequested: () => ({ to: 'sendingCode', set: { failure: null } }),
      passwordChosen: () => ({ to: 'account', set: { failure: null } }),
    },
  },
  linking: {
    effect: 'link',
    on: {
      linked: (_, { session }) => ({ to: 'linked', set: { session } }),
      refused: ({ otp, challenge: before }, { failure, challenge }) => {
        if (failure.errors.code === 'social-failed') return { to: 'expired' }
        return { to: otp ? 'code' : 'account', set: { failure, challenge: challenge ?? before } }
      },
      retried: () => ({ to: 'linking' }),
    },
  },
  expired: { enter: () => ({ password: '', otp: '', challenge: null }), on: {} },
  linked: { enter: () => ({ password: '', otp: '', challenge: null }), effect: 'finish', on: {} },
}

/** `challenge` is that of a code which was sent before the page was reloaded. */
export function linkStart(
  pending: PendingLink,
  challenge: Challenge | null,
): Situation<LinkState, LinkContext> {
  const state = challenge ? 'code' : pending.account.hasPassword ? 'account' : 'unsent'
  const context = { ...pending, password: '', otp: '', challenge, failure: null, session: null }
  return { state, context, entry: 0 }
}
