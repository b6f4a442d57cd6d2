import { knownTitle, ProofSteps, passwordTexts } from '../flow/proof/proof-steps.tsx'
import { NewPasswordStep } from '../flow/sign-up-steps/new-password-step.tsx'
import type { LaterStepsProps } from '../flow/sign-up-steps/sign-up-form.tsx'
import { BackButton } from '../flow/sign-up-steps/step-parts.tsx'
import { Step } from '../ui/page/card.tsx'
import { IdentityChip } from '../ui/page/identity-chip.tsx'
import { ContactStep } from './contact-step.tsx'
import type { SchoolContext, SchoolEvent } from './school-sign-up-machine.ts'

/** Shows the steps after the first. They share a chunk, because the user reaches them one after the other. */
export function LaterSteps({
  view,
  isSending,
  onNear,
  ...props
}: LaterStepsProps<'contact', SchoolContext, SchoolEvent>) {
  const { context, failure, isBusy, busyText, send } = props
  const back = <BackButton isBusy={isBusy} onBack={() => send({ type: 'back' })} />
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
            {...{ failure, isBusy, busyText, back }}
            email={context.email}
            typed={context}
            onRetry={() => send({ type: 'retried' })}
            onPasswords={(passwords) => send({ type: 'passwordSubmitted', ...passwords })}
          />
        </Step>
      )
    default:
      return (
        <ProofSteps
          view={view}
          identifier={context.email}
          chip={
            <IdentityChip
              name={null}
              picture={null}
              identifier={context.email}
              onChange={() => send({ type: 'changed' })}
            />
          }
          password={passwordTexts(
            knownTitle,
            <>
              Enter its password, and we will add <strong>{context.schoolName}</strong> to it
            </>,
            'Sign in and add school',
          )}
          challenge={context.challenge}
          {...{ isSending, failure, isBusy, busyText, send }}
        />
      )
  }
}
