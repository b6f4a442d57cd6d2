/**
 * Declares how a user proves an existing account, by password or by code. Sign-in, both sign-ups and the linking of a
 * provider include these rows in their tables.
 */
import type { Failure } from '../../api/failure.ts'
import type { Machine } from '../machine/step-machine.ts'
import type { Challenge } from '../otp/challenge.ts'

export type ProofState =
  /** The user types the account's password. */
  | 'account'
  /** No code was sent; the user must click to send a code. */
  | 'unsent'
  | 'sendingCode'
  /** A code was sent, and the user types the code. */
  | 'code'
  /** The service checks the password or the code. */
  | 'proving'

/** The visible step: the password, the offer of a code, the code. */
export type ProofView = 'account' | 'unsent' | 'code'

/** The visible step of each state. During `proving` the submitted step stays visible. */
export const proofViews = { account: 'account', unsent: 'unsent', sendingCode: 'code', code: 'code' } as const

/** `password` and `otp` are kept only while the service checks them. */
type Proof = { password: string; otp: string; challenge: Challenge | null }

export type ProofContext = Proof & { failure: Failure | null }

export type ProofEvent =
  | { type: 'proofSubmitted'; password: string }
  /** The user clicks 'Email me a code', 'Sign in with OTP', 'Send code' or 'Resend OTP'. */
  | { type: 'codeRequested' }
  | { type: 'codeSent'; challenge: Challenge }
  /** The service sent no code. `challenge` is set if the refusal names a challenge. */
  | { type: 'sendRefused'; failure: Failure; challenge: Challenge | null }
  | { type: 'otpSubmitted'; otp: string }
  /** The user clicks 'Sign in with password'. */
  | { type: 'passwordChosen' }
  | { type: 'refused'; failure: Failure; challenge?: Challenge | null }
  /** The user repeats a call that takes too long. */
  | { type: 'retried' }

/**
 * `sendCode` sends `codeSent` or `sendRefused`. `prove` sends `refused`, or an event of the including machine.
 * `showAccount` and `showCode` store the step for Back, Forward and a reload.
 */
export type ProofEffect = 'showAccount' | 'showCode' | 'sendCode' | 'prove'

type Rows = Machine<ProofState, ProofEvent, ProofContext, ProofEffect>
type Rules = Rows[ProofState]['on']
type EventOf<T extends ProofEvent['type']> = Extract<ProofEvent, { type: T }>

/** Returns the proof for the request: the code if the user typed a code, else the password. */
export function proofIn({
  password,
  otp,
  challenge,
}: Proof): { password: string } | { token: string; otp: string } {
  return otp ? { token: challenge?.token ?? '', otp } : { password }
}

/** Returns the move after the service refused to send a code. */
export function refuseCode(
  { challenge: before }: ProofContext,
  { failure, challenge }: EventOf<'sendRefused'>,
) {
  // The user asked for a code too soon and types the previous code.
  if (challenge) return { to: 'code', set: { challenge } } as const
  return { to: before ? 'code' : 'unsent', set: { failure } } as const
}

/** Returns the move after a refused password or code. The submitted step shows the reason. */
export function refuseProof(
  { otp, challenge: before }: ProofContext,
  { failure, challenge }: EventOf<'refused'>,
) {
  return { to: otp ? 'code' : 'account', set: { failure, challenge: challenge ?? before } } as const
}

const requestCode: Rules = { codeRequested: () => ({ to: 'sendingCode', set: { failure: null } }) }

const choosePassword: Rules = { passwordChosen: () => ({ to: 'account', set: { failure: null } }) }

const submitPassword: Rules = {
  proofSubmitted: (_, { password }) => ({ to: 'proving', set: { password, failure: null } }),
}

const submitCode: Rules = {
  otpSubmitted: (_, { otp }) => ({ to: 'proving', set: { otp, failure: null } }),
}

const awaitCode: Rules = {
  codeSent: (_, { challenge }) => ({ to: 'code', set: { challenge } }),
  sendRefused: refuseCode,
  retried: () => ({ to: 'sendingCode' }),
}

const awaitAnswer: Rules = { refused: refuseProof, retried: () => ({ to: 'proving' }) }

const forgetTyped = () => ({ password: '', otp: '' })

/** A row of the proof in a table whose rules are `R`. */
type Row<R> = { enter?: typeof forgetTyped; effect: ProofEffect; on: R }

/** Builds the rows. `every` has rules for all rows, `own` has rules for single rows; both override the rules of the proof. */
export function proofRows<R extends object>(every: R, own: { [S in ProofState]?: R } = {}) {
  return {
    account: {
      enter: forgetTyped,
      effect: 'showAccount',
      on: { ...submitPassword, ...requestCode, ...every, ...own.account },
    },
    unsent: {
      effect: 'showCode',
      on: { ...requestCode, ...choosePassword, ...every, ...own.unsent },
    },
    sendingCode: {
      effect: 'sendCode',
      on: { ...awaitCode, ...choosePassword, ...every, ...own.sendingCode },
    },
    code: {
      enter: forgetTyped,
      effect: 'showCode',
      on: { ...submitCode, ...requestCode, ...choosePassword, ...every, ...own.code },
    },
    proving: {
      effect: 'prove',
      on: { ...awaitAnswer, ...every, ...own.proving },
    },
  } satisfies Record<ProofState, Row<object>> as Record<ProofState, Row<R>>
}
