import type { ProofView } from '../flow/proof/proof-rows.ts'
import { knownTitle, ProofSteps, passwordTexts } from '../flow/proof/proof-steps.tsx'
import { NewPasswordStep } from '../flow/sign-up-steps/new-password-step.tsx'
import { BackButton } from '../flow/sign-up-steps/step-parts.tsx'
import { Step } from '../ui/page/card.tsx'
import { IdentityChip } from '../ui/page/identity-chip.tsx'
import { ContactStep } from './contact-step.tsx'
import type { SchoolState } from './school-sign-up-machine.ts'
import type { StepProps } from './school-step.tsx'

export type View = 'school' | 'contact' | 'password' | ProofView

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
          isSending={state === 'sendingCode'}
          {...{ failure, isBusy, busyText, send }}
        />
      )
  }
}
