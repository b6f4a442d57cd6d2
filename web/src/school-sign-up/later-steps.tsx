import { knownTitle, passwordTexts } from '../flow/proof/proof-steps.tsx'
import { FormSteps, type LaterStepsProps } from '../flow/sign-up-steps/later-steps.tsx'
import { ContactStep } from './contact-step.tsx'
import { Registered } from './registered.tsx'

/** Shows the steps after the school. */
export function LaterSteps(props: LaterStepsProps) {
  if (props.view === 'registered') return <Registered {...props} />
  const { view, ...shown } = props
  const proof = passwordTexts(
    knownTitle,
    <>
      Enter its password, and we will add <strong>{props.context.schoolName}</strong> to it
    </>,
    'Sign in and add school',
  )
  return <FormSteps {...shown} view={view} ContactStep={ContactStep} proof={proof} />
}
