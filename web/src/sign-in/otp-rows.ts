/** The rows of the sign-in table for one-time codes: asking for one, typing it, and having asked too often (Spec 4). */
import { type Failure, fieldSentence } from '../api/failure.ts'
import { type OtpRows, refuseIdentifier, type SignInContext, type SignInState } from './sign-in-machine.ts'

type Move = { to?: SignInState; set?: Partial<SignInContext> }

/** The ways out that every state of the code has. */
const leavingOtp = {
  passwordChosen: ({ person }: SignInContext): Move =>
    person?.hasPassword ? { to: 'password', set: { failure: null } } : {},
  changed: (): Move => ({ to: 'identifier', set: { failure: null } }),
  back: (): Move => ({ to: 'identifier', set: { failure: null } }),
}
const toSending = (): Move => ({ to: 'sending', set: { failure: null } })

export const otpRows: OtpRows = {
  unsent: {
    effect: 'showOtp',
    on: { ...leavingOtp, codeRequested: toSending },
  },
  sending: {
    effect: 'sendOtp',
    on: {
      ...leavingOtp,
      otpSent: (_, { challenge }) => ({ to: 'otp', set: { challenge } }),
      sendRefused: ({ challenge: before }, { failure, challenge: told, isLongWait }) => {
        if (isAboutIdentifier(failure)) return refuseIdentifier(failure)
        const challenge = told ?? before
        if (isLongWait) return { to: 'tooManyCodes', set: { failure, challenge } }
        // Asked for too soon: the code sent before is the one to type.
        if (told) return { to: 'otp', set: { challenge } }
        return { to: before ? 'otp' : 'unsent', set: { failure } }
      },
      retried: () => ({ to: 'sending' }),
    },
  },
  otp: {
    enter: () => ({ otp: '' }),
    effect: 'showOtp',
    on: {
      ...leavingOtp,
      otpSubmitted: (_, { otp }) => ({ to: 'verifying', set: { otp, failure: null } }),
      codeRequested: toSending,
    },
  },
  verifying: {
    effect: 'verifyOtp',
    on: {
      ...leavingOtp,
      signedIn: () => ({ to: 'handingOver' }),
      refused: ({ challenge: before }, { failure, challenge }) =>
        isAboutIdentifier(failure)
          ? refuseIdentifier(failure)
          : { to: 'otp', set: { failure, challenge: challenge ?? before } },
      retried: () => ({ to: 'verifying' }),
    },
  },
  tooManyCodes: {
    effect: 'showOtp',
    on: {
      ...leavingOtp,
      codeRequested: toSending,
      codeAtHand: ({ challenge }) => (challenge ? { to: 'otp', set: { failure: null } } : {}),
    },
  },
}

/** Its field is on the first step (Spec 8). */
function isAboutIdentifier(failure: Failure): boolean {
  return ['userId', 'countryCode'].some((field) => fieldSentence(failure, field) !== null)
}
