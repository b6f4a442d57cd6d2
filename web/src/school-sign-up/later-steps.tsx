import { OtpStep } from '../flow/otp/otp-step.tsx'
import { SendCodeStep } from '../flow/otp/send-code-step.tsx'
import { NewPasswordStep } from '../flow/sign-up-steps/new-password-step.tsx'
import { BackButton } from '../flow/sign-up-steps/step-parts.tsx'
import { Step } from '../ui/page/card.tsx'
import { IdentityChip } from '../ui/page/identity-chip.tsx'
import { AccountStep } from './account-step.tsx'
import { ContactStep } from './contact-step.tsx'
import type { SchoolState } from './school-sign-up-machine.ts'
import type { StepProps } from './school-step.tsx'

export type View = 'school' | 'contact' | 'password' | 'account' | 'unsent' | 'code'

type LaterStepsProps = StepProps & {
  view: Exclude<View, 'school'>
  state: SchoolState
  /** Starts slow preparations once the user is at a field. */
  onNear: () => void
}

/** Shows the steps after the first. They share a chunk, because the user reaches them one after the other. */
export function LaterSteps({ view, state, onNear, ...props }: LaterStepsProps) {
  const { context, failure, isBusy, busyText, send } = props
  const back = <BackButton isBusy={isBusy} onBack={() => send({ type: 'back' })} />
  const onRetry = () => send({ type: 'retried' })
  const shared = { failure, isBusy, busyText, onRetry }
  const onCode = () => send({ type: 'codeRequested' })
  const onPassword = () => send({ type: 'passwordChosen' })
  const chip = (
    <IdentityChip
      name={null}
      picture={null}
      identifier={context.email}
      onChange={() => send({ type: 'changed' })}
    />
  )
  switch (view) {
    case 'contact':
      return (
        <Step isNext key="contact">
          <ContactStep {...props} back={back} onNear={onNear} />
        </Step>
      )
    case 'password':
      return (
        <Step isNext key="password">
          <NewPasswordStep
            {...shared}
            email={context.email}
            typed={context}
            back={back}
            onPasswords={(passwords) => send({ type: 'passwordSubmitted', ...passwords })}
          />
        </Step>
      )
    case 'account':
      return (
        <Step isNext key="account">
          <AccountStep {...props} chip={chip} />
        </Step>
      )
    case 'unsent':
      return (
        <Step isNext key="unsent">
          <SendCodeStep
            {...shared}
            identifier={context.email}
            chip={chip}
            onCode={onCode}
            onPassword={onPassword}
          />
        </Step>
      )
    case 'code':
      return (
        <Step isNext key="code">
          <OtpStep
            {...shared}
            identifier={context.email}
            challenge={context.challenge}
            isSending={state === 'sendingCode'}
            chip={chip}
            onSubmit={(otp) => send({ type: 'otpSubmitted', otp })}
            onCode={onCode}
            onPassword={onPassword}
          />
        </Step>
      )
  }
}
