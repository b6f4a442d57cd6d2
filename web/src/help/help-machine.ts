/** Declares help as a table: the form of a request, and the reference of a sent request. */
import type { Failure } from '../api/failure.ts'
import type { Machine, Situation } from '../flow/machine/step-machine.ts'
import { emptyDraft, type HelpDraft } from './help-draft.ts'

export type HelpState = 'form' | 'sending' | 'sent'

/** The facts that the page shows after a request was sent. */
export type SentRequest = { reference: string; email: string }

export type HelpContext = { draft: HelpDraft; failure: Failure | null; sent: SentRequest | null }

export type HelpEvent =
  | { type: 'typed'; values: Partial<HelpDraft> }
  /** The page found a draft, or text that the user typed before the page's script arrived. */
  | { type: 'restored'; draft: HelpDraft }
  | { type: 'submitted'; values: Partial<HelpDraft> }
  | { type: 'sent'; sent: SentRequest }
  | { type: 'refused'; failure: Failure }
  /** The user repeats a call that takes too long. */
  | { type: 'retried' }
  /** The user clicks 'Send another'. */
  | { type: 'another' }

/** `send` sends `sent` or `refused`. `showSent` and `showForm` update the history entry, for a reload. */
export type HelpEffect = 'send' | 'showSent' | 'showForm'

export const helpMachine: Machine<HelpState, HelpEvent, HelpContext, HelpEffect> = {
  form: {
    effect: 'showForm',
    on: {
      typed: ({ draft }, { values }) => ({ set: { draft: { ...draft, ...values } } }),
      restored: (_, { draft }) => ({ set: { draft } }),
      submitted: ({ draft }, { values }) => ({
        to: 'sending',
        set: { draft: { ...draft, ...values }, failure: null },
      }),
      sent: (_, { sent }) => ({ to: 'sent', set: { sent } }),
    },
  },
  sending: {
    effect: 'send',
    on: {
      sent: (_, { sent }) => ({ to: 'sent', set: { sent } }),
      refused: (_, { failure }) => ({ to: 'form', set: { failure } }),
      retried: () => ({ to: 'sending' }),
    },
  },
  sent: {
    effect: 'showSent',
    on: {
      another: ({ draft: { name, email } }) => ({
        to: 'form',
        set: { draft: { ...emptyDraft, name, email }, sent: null },
      }),
    },
  },
}

export const helpStart: Situation<HelpState, HelpContext> = {
  state: 'form',
  context: { draft: emptyDraft, failure: null, sent: null },
  entry: 0,
}
