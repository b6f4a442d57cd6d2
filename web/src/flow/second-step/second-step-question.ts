import type { SecondFactorWays } from '@foyer/contract/errors'
import type { Platform } from '@foyer/contract/platforms'
import type { Session } from '@foyer/contract/routes/sign-in'
import type { Failure, Success } from '../../api/failure.ts'

export type SecondStepQuestion = {
  /** Where the user signs in; the page may be of another platform. */
  platform: Platform
  /** The refusal of the first proof. */
  refusal: Failure
  /** The ways of a user who has a second factor; otherwise the token with which the user sets one up. */
  asks: { ways: SecondFactorWays } | { enrolment: string }
  answer: (answer: Success<Session> | Failure) => void
}
