import { platformRow } from '@foyer/contract/platforms'
import { type ReactNode, useEffect } from 'react'
import { loadable, useLoadable } from '../flow/loadable.ts'
import { showPage } from '../flow/show-page.ts'
import { useStepMachine } from '../flow/use-step-machine.ts'
import { usePage } from '../platforms/page-context.ts'
import { Card, Step } from '../ui/card.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { IdentifierStep } from './identifier-step.tsx'
import { lateEffects, warmEffects } from './late-effects.ts'
import type { PasswordStepProps } from './password-step.tsx'
import { signInMachine, signInStart } from './sign-in-machine.ts'
import type { StoppedNoticeProps } from './stopped-notice.tsx'
import { useArrival } from './use-arrival.tsx'

const passwordStep = loadable<PasswordStepProps>(
  async () => (await import('./password-step.tsx')).PasswordStep,
)
const stoppedNotice = loadable<StoppedNoticeProps>(
  async () => (await import('./stopped-notice.tsx')).StoppedNotice,
)

/** Signing in, from the first field to the platform (Spec 2.3, 2.5, 4). */
export function SignInPage() {
  const { platform, site, brand } = usePage()
  const [{ state, context, entry }, send] = useStepMachine(
    signInMachine,
    signInStart(platformRow(platform).form),
    lateEffects(() => ({ platform, site, search: new URLSearchParams(location.search) })),
  )
  const { identifier, person, failure, outcome } = context
  const PasswordStep = useLoadable(passwordStep, person !== null)
  const StoppedNotice = useLoadable(stoppedNotice, outcome !== null)
  const banner = useArrival(platform, state, send)

  useEffect(() => {
    if (outcome?.kind === 'invalid-url') showPage('invalid-url')
  }, [outcome])

  const isBusy = state === 'lookingUp' || state === 'signingIn' || state === 'handingOver'
  const busyText = state === 'handingOver' ? `Taking you to ${brand.displayName}…` : 'Signing in…'
  const shared = { identifier, failure, isBusy, busyText, onRetry: () => send({ type: 'retried' }) }

  return (
    <>
      <div className="taking-you">
        <PageSpinner text={`Taking you to ${brand.displayName}…`} />
      </div>
      <div className="unless-signed-in" onInput={warm} onPointerDown={warm}>
        <Card>{step()}</Card>
      </div>
    </>
  )

  function step(): ReactNode {
    if (outcome && outcome.kind !== 'invalid-url') {
      return (
        StoppedNotice && (
          <StoppedNotice
            outcome={outcome}
            busyText={state === 'handingOver' ? busyText : null}
            onRetry={shared.onRetry}
          />
        )
      )
    }
    if (person && PasswordStep) {
      return (
        <Step isNext key="password">
          <PasswordStep
            {...shared}
            person={person}
            onSubmit={(password) => send({ type: 'passwordSubmitted', password })}
            onChange={() => send({ type: 'changed' })}
          />
        </Step>
      )
    }
    if (context.first === 'credentials') {
      return (
        <CredentialsForm
          {...shared}
          banner={banner}
          onSubmit={(email, password) => send({ type: 'credentialsSubmitted', identifier: email, password })}
        />
      )
    }
    return (
      <Step isNext={entry > 0} key="identifier">
        <IdentifierStep
          {...shared}
          isReturn={entry > 0}
          isBusy={isBusy || person !== null}
          banner={banner}
          onSubmit={(typed) => send({ type: 'submitted', identifier: typed })}
        />
      </Step>
    )
  }
}

/** Somebody is at the form: what comes next is fetched while they type. */
function warm(): void {
  warmEffects()
  passwordStep.load().catch(() => {})
}
