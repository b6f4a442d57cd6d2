import { NewPasswordStep } from '../flow/sign-up-steps/new-password-step.tsx'
import { BackButton } from '../flow/sign-up-steps/step-parts.tsx'
import { Step } from '../ui/page/card.tsx'
import { EmailStep } from './email-step.tsx'
import type { StepProps } from './name-step.tsx'
import type { Step as StepName } from './sign-up-machine.ts'

export type LaterStepsProps = StepProps & {
  step: Exclude<StepName, 'name'>
  /** Starts slow preparations once the user is at a field. */
  onNear: () => void
}

/** Shows the steps after the first. They share a chunk, because the user reaches both within seconds. */
export function LaterSteps({ step, onNear, ...props }: LaterStepsProps) {
  const { context, failure, isBusy, busyText, send } = props
  const back = <BackButton isBusy={isBusy} onBack={() => send({ type: 'back' })} />
  return (
    <Step isNext key={step}>
      {step === 'email' ? (
        <EmailStep {...props} onNear={onNear} back={back} />
      ) : (
        <NewPasswordStep
          email={context.email}
          typed={context}
          {...{ failure, isBusy, busyText, back }}
          onPasswords={(passwords) => send({ type: 'passwordSubmitted', ...passwords })}
          onRetry={() => send({ type: 'retried' })}
        />
      )}
    </Step>
  )
}
