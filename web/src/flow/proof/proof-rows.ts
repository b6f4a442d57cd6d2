/**
 * Declares the proof of an account that exists, by its password or by a code: the rows that the tables of sign-in, of both
 * sign-ups and of a provider's link include.
 */
import type { Failure } from '../../api/failure.ts'
import type { Machine } from '../machine/step-machine.ts'
import type { Challenge } from '../otp/challenge.ts'

export type ProofState =
  /** The user types the password of the account. */
  | 'account'
  /** No code was sent, and sending one takes a click. */
  | 'unsent'
  | 'sendingCode'
  /** A code was sent; the user types it. */
  | 'code'
  /** The service checks the password or the code. */
  | 'proving'

/** The step that is shown: the password, the offer of a code, the code. */
export type ProofView = 'account' | 'unsent' | 'code'

/** The step of each state. While a proof is checked, the step that was submitted stays. */
export const proofViews = { account: 'account', unsent: 'unsent', sendingCode: 'code', code: 'code' } as const

/** `password` and `otp` are kept only while the service checks them. */
type Proof = { password: string; otp: string; challenge: Challenge | null }

export type ProofContext = Proof & { failure: Failure | null }

export type ProofEvent =
  | { type: 'proofSubmitted'; password: string }
  /** 'Email me a code', 'Sign in with OTP', 'Send code', 'Resend OTP' */
  | { type: 'codeRequested' }
  | { type: 'codeSent'; challenge: Challenge }
  /** The service sent no code; `challenge` if the refusal names one. */
  | { type: 'sendRefused'; failure: Failure; challenge: Challenge | null }
  | { type: 'otpSubmitted'; otp: string }
  /** 'Sign in with password' */
  | { type: 'passwordChosen' }
  | { type: 'refused'; failure: Failure; challenge?: Challenge | null }
  /** The user repeats a call that takes too long. */
  | { type: 'retried' }

/**
 * `sendCode` sends `codeSent` or `sendRefused`. `prove` sends `refused`, or the event of the machine that includes the proof.
 * `showAccount` and `showCode` store the step for Back, Forward and a reload.
 */
export type ProofEffect = 'showAccount' | 'showCode' | 'sendCode' | 'prove'

type Rows = Machine<ProofState, ProofEvent, ProofContext, ProofEffect>
type Rules = Rows[ProofState]['on']
type EventOf<T extends ProofEvent['type']> = Extract<ProofEvent, { type: T }>

/** Returns the value that the request proves the account with. */
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
  // A request that came too soon: the user types the code sent before.
  if (challenge) return { to: 'code', set: { challenge } } as const
  return { to: before ? 'code' : 'unsent', set: { failure } } as const
}

/** Returns the move after the service refused the password or the code: the step that sent it shows why. */
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

/** `every` has the rules that the table adds to every row, `own` those of one row; both replace rules of the proof. */
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
