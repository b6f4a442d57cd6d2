import { ProofSteps, passwordTexts } from '../flow/proof/proof-steps.tsx'
import { NewPasswordStep } from '../flow/sign-up-steps/new-password-step.tsx'
import type { LaterStepsProps } from '../flow/sign-up-steps/sign-up-form.tsx'
import { BackButton } from '../flow/sign-up-steps/step-parts.tsx'
import { usePage } from '../platforms/page-context.ts'
import { Step } from '../ui/page/card.tsx'
import { IdentityChip } from '../ui/page/identity-chip.tsx'
import { EmailStep } from './email-step.tsx'
import type { SignUpContext, SignUpEvent } from './sign-up-machine.ts'

/** Shows the steps after the first. They share a chunk, because the user reaches them within seconds. */
export function LaterSteps({
  view,
  isSending,
  onNear,
  ...props
}: LaterStepsProps<'email', SignUpContext, SignUpEvent>) {
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
          {...{ isSending, failure, isBusy, busyText, send }}
        />
      )
  }
}
