/**
 * Declares the steps that prove an account, by password or by a code to its email, before a provider is linked to the
 * account (product 4). The last step is a session, or the offer to start again at the provider if the provider's answer is
 * no longer valid.
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
  /** The reference was used or has expired, so the user must start again at the provider. */
  | 'expired'
  /** A session exists, and the page is being left. */
  | 'linked'

export type LinkContext = PendingLink & ProofContext & { session: Session | null }

export type LinkEvent = ProofEvent | { type: 'linked'; session: Session }

/** `prove` links the provider and sends `linked` or `refused`. `finish` passes the session to the page. */
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

/** `challenge` belongs to a code that was sent before the page was reloaded. */
export function linkStart(
  pending: PendingLink,
  challenge: Challenge | null,
): Situation<LinkState, LinkContext> {
  const state = challenge ? 'code' : pending.account.hasPassword ? 'account' : 'unsent'
  const context = { ...pending, password: '', otp: '', challenge, failure: null, session: null }
  return { state, context, entry: 0 }
}
