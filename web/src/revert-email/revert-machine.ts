/** Declares the states of the page that undoes a change of the sign-in address. */
import type { emailChange } from '@foyer/contract/profile/emails'
import type * as v from 'valibot'
import type { Failure } from '../api/failure.ts'
import type { Machine, Situation } from '../flow/machine/step-machine.ts'

type RevertState =
  | 'checking'
  /** The check failed, and the link may still be valid. */
  | 'unknown'
  | 'offer'
  | 'reverting'
  /** The change is undone, and the browser leaves the page. */
  | 'reverted'
  | 'dead'

export type EmailChange = v.InferOutput<typeof emailChange>
export type DeadReason = 'expired' | 'used' | 'invalid' | 'missing'

export type RevertContext = {
  token: string | null
  change: EmailChange | null
  resetPath: string
  deadReason: DeadReason
  failure: Failure | null
}

export type RevertEvent =
  | { type: 'arrived'; token: string | null }
  | { type: 'found'; change: EmailChange }
  | { type: 'linkRefused'; deadReason: DeadReason }
  | { type: 'failed'; failure: Failure }
  /** The user clicks 'Undo the change'. */
  | { type: 'confirmed' }
  | { type: 'done'; resetPath: string }
  /** The user repeats a call that failed or takes too long. */
  | { type: 'retried' }

/**
 * `check` sends `found`, `linkRefused` or `failed`. `revert` sends `done`, `linkRefused` or `failed`. `leave` opens the
 * form for a new password.
 */
export type RevertEffect = 'check' | 'revert' | 'leave'

function linkRefused(_: RevertContext, { deadReason }: { deadReason: DeadReason }) {
  return { to: 'dead', set: { deadReason, failure: null } } as const
}

export const revertMachine: Machine<RevertState, RevertEvent, RevertContext, RevertEffect> = {
  checking: {
    effect: 'check',
    on: {
      arrived: (_, { token }) =>
        token ? { to: 'checking', set: { token } } : { to: 'dead', set: { deadReason: 'missing' } },
      found: (_, { change }) => ({ to: 'offer', set: { change } }),
      linkRefused,
      failed: (_, { failure }) => ({ to: 'unknown', set: { failure } }),
      retried: () => ({ to: 'checking' }),
    },
  },
  unknown: { on: { retried: () => ({ to: 'checking', set: { failure: null } }) } },
  offer: { on: { confirmed: () => ({ to: 'reverting', set: { failure: null } }) } },
  reverting: {
    effect: 'revert',
    on: {
      done: (_, { resetPath }) => ({ to: 'reverted', set: { resetPath } }),
      linkRefused,
      failed: (_, { failure }) => ({ to: 'offer', set: { failure } }),
      retried: () => ({ to: 'reverting' }),
    },
  },
  reverted: { effect: 'leave', on: { retried: () => ({ to: 'reverted' }) } },
  dead: { on: {} },
}

/** The situation that the server renders. Only the browser reads the address. */
export const revertStart: Situation<RevertState, RevertContext> = {
  state: 'checking',
  context: { token: null, change: null, resetPath: '', deadReason: 'missing', failure: null },
  entry: 0,
}
