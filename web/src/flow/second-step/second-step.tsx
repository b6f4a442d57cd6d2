import type { SecondStepQuestion } from '../../session/second-step-question.ts'
import { EnrolmentDialog } from './enrolment-dialog.tsx'
import { FactorDialog } from './factor-dialog.tsx'

/** Asks for the second factor of a sign-in, or lets a user set up the first one. */
export function SecondStep({ question }: { question: SecondStepQuestion }) {
  const { asks } = question
  return 'ways' in asks ? (
    <FactorDialog key={asks.ways.token} question={question} ways={asks.ways} />
  ) : (
    <EnrolmentDialog key={asks.enrolment} question={question} token={asks.enrolment} />
  )
}
