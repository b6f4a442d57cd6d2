import type { ComponentType } from 'react'
import { Step } from '../../ui/page/card.tsx'
import { IdentityChip } from '../../ui/page/identity-chip.tsx'
import type { PasswordTexts } from '../proof/password-step.tsx'
import type { ProofView } from '../proof/proof-rows.ts'
import { ProofSteps } from '../proof/proof-steps.tsx'
import { NewPasswordStep } from './new-password-step.tsx'
import type { StepProps } from './step-form.tsx'

/** `onNear` starts slow preparations when the user reaches a field. */
export type ContactStepProps = StepProps & { onNear: () => void }

export type LaterStepsProps = ContactStepProps & {
  view: 'contact' | 'password' | ProofView | 'registered'
  isSending: boolean
}

type FormStepsProps = Omit<LaterStepsProps, 'view'> & {
  view: Exclude<LaterStepsProps['view'], 'registered'>
  ContactStep: ComponentType<ContactStepProps>
  /** The texts of the password step for an existing account. */
  proof: PasswordTexts
}

/** Shows the steps after the first. They share a chunk, because the user reaches them within seconds. */
export function FormSteps({ view, isSending, onNear, ContactStep, proof, ...shown }: FormStepsProps) {
  const { context, failure, isBusy, busyText, send } = shown
  switch (view) {
    case 'contact':
      return (
        <Step isNext key="contact">
          <ContactStep {...shown} onNear={onNear} />
        </Step>
      )
    case 'password':
      return (
        <Step isNext key="password">
          <NewPasswordStep {...shown} />
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
          password={proof}
          challenge={context.challenge}
          {...{ isSending, failure, isBusy, busyText, send }}
        />
      )
  }
}
