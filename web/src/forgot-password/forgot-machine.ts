/** Declares forgot password as a table: the form, and the sent link (product 2.5). */
import type { Failure } from '../api/failure.ts'
import type { Machine, Situation } from '../flow/machine/step-machine.ts'

export type ForgotState = 'form' | 'sending' | 'sent' | 'sendingAgain'

export type ForgotContext = {
  /** An email address or a phone number, as the user typed it. */
  identifier: string
  /** The time from which the user may request another link, by this browser's clock. */
  resendAtMs: number
  isAgain: boolean
  failure: Failure | null
}

export type ForgotEvent =
  | { type: 'prefilled'; identifier: string }
  | { type: 'submitted'; identifier: string }
  /** The service answered. The answer is the same whether or not an account exists. */
  | { type: 'sent'; resendAtMs: number }
  | { type: 'refused'; failure: Failure }
  /** The user reloads after a link was sent, or goes Forward to the sent link. */
  | { type: 'restored'; identifier: string; resendAtMs: number }
  /** The user clicks 'Resend link'. */
  | { type: 'linkRequested' }
  /** The user clicks 'Use another address'. */
  | { type: 'changed' }
  /** The browser goes Back. */
  | { type: 'back' }
  /** The user repeats a call that takes too long. */
  | { type: 'retried' }

/** `showForm` and `showSent` update the history entry. `send` sends `sent` or `refused`. */
export type ForgotEffect = 'showForm' | 'send' | 'showSent'

export const forgotMachine: Machine<ForgotState, ForgotEvent, ForgotContext, ForgotEffect> = {
  form: {
    effect: 'showForm',
    on: {
      prefilled: (_, { identifier }) => ({ set: { identifier } }),
      submitted: (_, { identifier }) => ({ to: 'sending', set: { identifier, failure: null } }),
      restored: (_, { identifier, resendAtMs }) => ({
        to: 'sent',
        set: { identifier, resendAtMs, isAgain: false, failure: null },
      }),
    },
  },
  sending: {
    effect: 'send',
    on: {
      sent: (_, { resendAtMs }) => ({ to: 'sent', set: { resendAtMs, isAgain: false } }),
      refused: (_, { failure }) => ({ to: 'form', set: { failure } }),
      retried: () => ({ to: 'sending' }),
    },
  },
  sent: {
    effect: 'showSent',
    on: {
      linkRequested: () => ({ to: 'sendingAgain', set: { failure: null } }),
      changed: () => ({ to: 'form', set: { failure: null } }),
      back: () => ({ to: 'form', set: { failure: null } }),
    },
  },
  sendingAgain: {
    effect: 'send',
    on: {
      sent: (_, { resendAtMs }) => ({ to: 'sent', set: { resendAtMs, isAgain: true } }),
      refused: (_, { failure }) => ({ to: 'sent', set: { failure } }),
      retried: () => ({ to: 'sendingAgain' }),
      changed: () => ({ to: 'form', set: { failure: null } }),
      back: () => ({ to: 'form', set: { failure: null } }),
    },
  },
}

export const forgotStart: Situation<ForgotState, ForgotContext> = {
  state: 'form',
  context: { identifier: '', resendAtMs: 0, isAgain: false, failure: null },
  entry: 0,
}
