import { knownTitle, passwordTexts } from '../flow/proof/proof-steps.tsx'
import { FormSteps, type LaterStepsProps } from '../flow/sign-up-steps/later-steps.tsx'
import { ContactStep } from './contact-step.tsx'

/** Shows the steps after the school. */
export function LaterSteps(props: LaterStepsProps) {
  const proof = passwordTexts(
    knownTitle,
    <>
      Enter its password, and we will add <strong>{props.context.schoolName}</strong> to it
    </>,
    'Sign in and add school',
  )
  return <FormSteps {...props} ContactStep={ContactStep} proof={proof} />
}
