/** Declares what the tables of all proofs share: the user proves an account that exists, by its password or by a code. */
import type { Failure } from '../../api/failure.ts'
import type { Challenge } from '../otp/challenge.ts'

/** The step that is shown: the password, the offer of a code, the code. */
export type ProofView = 'account' | 'unsent' | 'code'

/** The proof under way: the password of the account, or the code that was sent. */
export type Proof = { password: string; otp: string; challenge: Challenge | null }

export type ProofEvent =
  | { type: 'proofSubmitted'; password: string }
  /** 'Email me a code', 'Resend OTP' */
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
