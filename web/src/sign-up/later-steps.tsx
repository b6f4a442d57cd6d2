import { Button } from '../ui/feedback/button.tsx'
import { Step } from '../ui/page/card.tsx'
import { EmailStep } from './email-step.tsx'
import { PasswordStep } from './password-step.tsx'
import type { Step as StepName } from './sign-up-machine.ts'
import type { LaterStepProps } from './sign-up-step.tsx'

export type LaterStepsProps = Omit<LaterStepProps, 'back'> & { step: Exclude<StepName, 'name'> }

/** Shows the steps after the first. They share a chunk, because the user reaches both within seconds. */
export function LaterSteps({ step, ...props }: LaterStepsProps) {
  const { isBusy, send } = props
  const back = (
    <Button look="secondary" onClick={isBusy ? undefined : () => send({ type: 'back' })}>
      Back
    </Button>
  )
  return (
    <Step isNext key={step}>
      {step === 'email' ? <EmailStep {...props} back={back} /> : <PasswordStep {...props} back={back} />}
    </Step>
  )
}
