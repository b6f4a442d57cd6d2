/**
 * Declares the steps that prove an account before a provider is linked to it: its password, or a code for its email. They
 * end with a session, or with a way to the provider when its answer is no longer valid (product 4).
 */
import type { Session } from '@foyer/contract/routes/sign-in'
import type { Machine, Situation } from '../../flow/machine/step-machine.ts'
import type { Challenge } from '../../flow/otp/challenge.ts'
import {
  type ProofContext,
  type ProofEffect,
  type ProofEvent,
  type ProofState,
  proofRows,
  refuseProof,
} from '../../flow/proof/proof-rows.ts'
import type { PendingLink } from './pending-link.ts'

export type LinkState =
  | ProofState
  /** The reference is used up or too old: the user goes to the provider again. */
  | 'expired'
  /** A session exists, and the page is being left. */
  | 'linked'

export type LinkContext = PendingLink & ProofContext & { session: Session | null }

export type LinkEvent = ProofEvent | { type: 'linked'; session: Session }

/** `prove` links the provider and sends `linked` or `refused`. `finish` gives the session to the page. */
export type LinkEffect = ProofEffect | 'finish'

type Rows = Machine<LinkState, LinkEvent, LinkContext, LinkEffect>

export const linkMachine: Rows = {
  ...proofRows<Rows[LinkState]['on']>(
    {},
    {
      proving: {
        linked: (_, { session }) => ({ to: 'linked', set: { session } }),
        refused: (context, event) =>
          event.failure.errors.code === 'social-failed' ? { to: 'expired' } : refuseProof(context, event),
      },
    },
  ),
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
