/** Asking for a link that sets a new password (Spec 2.5): the form, and what was sent. */
import type { Failure } from '../api/failure.ts'
import type { Machine, Situation } from '../flow/machine/step-machine.ts'

export type ForgotState = 'form' | 'sending' | 'sent' | 'sendingAgain'

export type ForgotContext = {
  /** As typed: an email or a phone number. */
  identifier: string
  /** From when another link may be asked for, by this browser's clock. */
  resendAtMs: number
  isAgain: boolean
  failure: Failure | null
}

export type ForgotEvent =
  | { type: 'prefilled'; identifier: string }
  | { type: 'submitted'; identifier: string }
  /** To whoever it may concern: the service says the same for everybody. */
  | { type: 'sent'; resendAtMs: number }
  | { type: 'refused'; failure: Failure }
  /** A reload, or Forward, on what was sent. */
  | { type: 'restored'; identifier: string; resendAtMs: number }
  /** 'Resend link' */
  | { type: 'linkRequested' }
  /** 'Use another address' */
  | { type: 'changed' }
  /** The browser's Back. */
  | { type: 'back' }
  /** Once more what takes too long. */
  | { type: 'retried' }

/** showForm and showSent bring history in line; send → sent, refused. */
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
