/**
 * Holds the rows that both sign-ups have for an email with an account: the user proves the account, and what the sign-up
 * makes is added to it.
 */
import type { Failure } from '../../api/failure.ts'
import type { Challenge } from '../otp/challenge.ts'
import type { Proof, ProofEvent } from '../proof/proof.ts'

export type JoinState =
  /** The history entry of every step of the proof is that of `account`. */
  | 'account'
  /** No code was sent yet, and sending one takes a click. */
  | 'unsent'
  | 'sendingCode'
  /** A code was sent; the user types it. */
  | 'code'
  /** The platform or the school is added to the account. */
  | 'joining'

export type JoinEvent =
  /** The email has an account already. */
  | { type: 'accountFound' }
  | ProofEvent
  /** 'Not you? Change' */
  | { type: 'changed' }

/**
 * `sendCode` sends `codeSent` or `sendRefused`. `join` stores the session and sends `signedIn`, or `refused`. `showAccount`
 * moves the history to the step.
 */
export type JoinEffect = 'showAccount' | 'sendCode' | 'join'

type JoinContext = Proof & { failure: Failure | null; isSentBack: boolean }

type Form<S extends string, L> = {
  /** The step with the email. */
  emailStep: S
  /** Returns the step with the first field that was refused. */
  stepOf: (failure: Failure) => S
  /** The events that leave every row, like the browser's Back. */
  leave: L
}

type Refused = Extract<ProofEvent, { type: 'refused' }>
type SendRefused = Extract<ProofEvent, { type: 'sendRefused' }>

/** Keeps the name of the state as a literal type. */
function go<S extends string, C extends object>(to: S, set: C): { to: S; set: C } {
  return { to, set }
}

export function joinRows<S extends string, L extends object>({ emailStep, stepOf, leave }: Form<S, L>) {
  const leaveProof = {
    ...leave,
    changed: () => go(emailStep, { failure: null }),
  }
  const noSecrets = () => ({ password: '', otp: '' })
  return {
    account: {
      enter: noSecrets,
      effect: 'showAccount',
      on: {
        ...leaveProof,
        proofSubmitted: (_: JoinContext, { password }: { password: string }) =>
          go('joining', { password, failure: null }),
        codeRequested: () => go('sendingCode', { failure: null }),
      },
    },
    unsent: {
      effect: 'showAccount',
      on: {
        ...leaveProof,
        codeRequested: () => go('sendingCode', { failure: null }),
        passwordChosen: () => go('account', { failure: null }),
      },
    },
    sendingCode: {
      effect: 'sendCode',
      on: {
        ...leaveProof,
        codeSent: (_: JoinContext, { challenge }: { challenge: Challenge }) => go('code', { challenge }),
        sendRefused: ({ challenge: before }: JoinContext, { failure, challenge: refused }: SendRefused) => {
          // A request that came too soon: the user types the code sent before.
          if (refused) return go('code', { challenge: refused })
          return go(before ? 'code' : 'unsent', { failure })
        },
        passwordChosen: () => go('account', {}),
        retried: () => go('sendingCode', {}),
      },
    },
    code: {
      enter: noSecrets,
      effect: 'showAccount',
      on: {
        ...leaveProof,
        otpSubmitted: (_: JoinContext, { otp }: { otp: string }) => go('joining', { otp, failure: null }),
        codeRequested: () => go('sendingCode', { failure: null }),
        passwordChosen: () => go('account', { failure: null }),
      },
    },
    joining: {
      effect: 'join',
      on: {
        ...leaveProof,
        signedIn: () => go('handingOver', {}),
        refused: ({ otp, challenge: before }: JoinContext, { failure, challenge }: Refused) => {
          const step = stepOf(failure)
          if (step !== 'account') return go(step, { failure, isSentBack: true })
          return go(otp ? 'code' : 'account', { failure, challenge: challenge ?? before })
        },
        retried: () => go('joining', {}),
      },
    },
  } as const
}
