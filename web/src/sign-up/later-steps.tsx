import type { ProofView } from '../flow/proof/proof-rows.ts'
import { ProofSteps, passwordTexts } from '../flow/proof/proof-steps.tsx'
import { NewPasswordStep } from '../flow/sign-up-steps/new-password-step.tsx'
import { BackButton } from '../flow/sign-up-steps/step-parts.tsx'
import { usePage } from '../platforms/page-context.ts'
import { Step } from '../ui/page/card.tsx'
import { IdentityChip } from '../ui/page/identity-chip.tsx'
import { EmailStep } from './email-step.tsx'
import type { StepProps } from './name-step.tsx'
import type { SignUpState } from './sign-up-machine.ts'

export type View = 'name' | 'email' | 'password' | ProofView

export type LaterStepsProps = StepProps & {
  view: Exclude<View, 'name'>
  state: SignUpState
  /** Starts slow preparations once the user is at a field. */
  onNear: () => void
}

/** Shows the steps after the first. They share a chunk, because the user reaches them within seconds. */
export function LaterSteps({ view, state, onNear, ...props }: LaterStepsProps) {
  const { brand, site } = usePage()
  const { context, failure, isBusy, busyText, send } = props
  const back = <BackButton isBusy={isBusy} onBack={() => send({ type: 'back' })} />
  switch (view) {
    case 'email':
      return (
        <Step isNext key="email">
          <EmailStep {...props} onNear={onNear} back={back} />
        </Step>
      )
    case 'password':
      return (
        <Step isNext key="password">
          <NewPasswordStep
            email={context.email}
            typed={context}
            {...{ failure, isBusy, busyText, back }}
            onPasswords={(passwords) => send({ type: 'passwordSubmitted', ...passwords })}
            onRetry={() => send({ type: 'retried' })}
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
            `You already have a ${site.provider} account`,
            <>
              Enter its password once, and <strong>{brand.displayName}</strong> is added to it
            </>,
            `Sign in and add ${brand.displayName}`,
          )}
          challenge={context.challenge}
          isSending={state === 'sendingCode'}
          {...{ failure, isBusy, busyText, send }}
        />
      )
  }
}
