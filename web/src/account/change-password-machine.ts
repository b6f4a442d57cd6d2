/** Declares the states of the change-password form. */
import type { Failure } from '../api/failure.ts'
import type { Machine, Situation } from '../flow/machine/step-machine.ts'

type ChangeState = 'form' | 'saving' | 'changed'

/** Kept only while the request runs. */
type Passwords = { currentPassword: string; password1: string; password2: string }
export type ChangeContext = Passwords & { failure: Failure | null }

export type ChangeEvent =
  | ({ type: 'submitted' } & Passwords)
  | { type: 'changed' }
  | { type: 'refused'; failure: Failure }
  /** The user retries a request that takes too long. */
  | { type: 'retried' }

/** `save` sends `changed` or `refused`; `leave` returns to the account page. */
export type ChangeEffect = 'save' | 'leave'

const noPasswords: Passwords = { currentPassword: '', password1: '', password2: '' }

export const changeMachine: Machine<ChangeState, ChangeEvent, ChangeContext, ChangeEffect> = {
  form: {
    enter: () => noPasswords,
    on: {
      submitted: (_, { currentPassword, password1, password2 }) => ({
        to: 'saving',
        set: { currentPassword, password1, password2, failure: null },
      }),
    },
  },
  saving: {
    effect: 'save',
    on: {
      changed: () => ({ to: 'changed' }),
      refused: (_, { failure }) => ({ to: 'form', set: { failure } }),
      retried: () => ({ to: 'saving' }),
    },
  },
  changed: {
    enter: () => noPasswords,
    effect: 'leave',
    on: {},
  },
}

export const changeStart: Situation<ChangeState, ChangeContext> = {
  state: 'form',
  context: { ...noPasswords, failure: null },
  entry: 0,
}
