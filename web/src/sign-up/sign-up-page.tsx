import { type FormEvent, useEffect, useState } from 'react'
import { networkFailure } from '../api/failure.ts'
import { EntryCard, useTakingYou } from '../flow/form/entry-card.tsx'
import { lazyComponent, useLazyComponent } from '../flow/machine/lazy-component.ts'
import { lazyEffects } from '../flow/machine/step-machine.ts'
import { useStepMachine } from '../flow/machine/use-step-machine.ts'
import { lazyNavigate } from '../flow/navigation/lazy-navigate.ts'
import { showPage } from '../flow/navigation/page-history.ts'
import { useSignedIn } from '../flow/navigation/use-signed-in.ts'
import { type PageData, usePage } from '../platforms/page-context.ts'
import { Step } from '../ui/page/card.tsx'
import { draftFields } from './draft-fields.ts'
import { NameStep } from './name-step.tsx'
import { showStep } from './sign-up-history.ts'
import {
  failureOn,
  type SignUpEvent,
  type SignUpState,
  type Step as StepName,
  signUpMachine,
  signUpStart,
  steps,
} from './sign-up-machine.ts'
import './sign-up-page.css'
import { useDraft } from './use-draft.ts'

const laterSteps = lazyComponent(() => import('./later-steps.tsx'), 'LaterSteps')
const stoppedNotice = lazyComponent(() => import('../flow/form/stopped-notice.tsx'), 'StoppedNotice')

/** Creates an account in three steps and goes on to the platform (Spec 2.4, 4). */
export function SignUpPage() {
  const { platform, site } = usePage()
  const [{ state, context, entry }, send] = useStepMachine(
    signUpMachine,
    signUpStart(),
    effectsOf({ platform, site }),
  )
  const { failure, outcome } = context
  const [step, show] = useState<StepName>('name')
  // During the handover the submitted step stays visible.
  if (isStep(state) && state !== step) show(state)
  const LaterSteps = useLazyComponent(laterSteps, step !== 'name')
  const StoppedNotice = useLazyComponent(stoppedNotice, outcome !== null)
  const takingYou = useTakingYou()
  useSignedIn(platform, state, () => send({ type: 'signedIn' }))
  useDraft(platform, context, send)

  useEffect(() => {
    if (outcome?.kind === 'invalid-url') showPage('invalid-url')
  }, [outcome])

  const busyText = state === 'handingOver' ? takingYou : 'Creating your account…'
  const isBusy = state === 'signingUp' || state === 'handingOver'
  const shared = { context, failure: failureOn(step, failure), isBusy, busyText, send }

  return (
    <EntryCard onNear={warm}>
      <div onInput={(event) => keepTyped(event, send)}>{content()}</div>
    </EntryCard>
  )

  function content() {
    if (outcome && outcome.kind !== 'invalid-url') {
      return (
        StoppedNotice && (
          <StoppedNotice
            outcome={outcome}
            busyText={isBusy ? takingYou : null}
            onRetry={() => send({ type: 'retried' })}
          />
        )
      )
    }
    if (step !== 'name' && LaterSteps) return <LaterSteps {...shared} step={step} onNear={warmCaptcha} />
    return (
      <Step isNext={entry > 0} key="name">
        <NameStep
          {...shared}
          isBusy={isBusy || step !== 'name'}
          busyText={state === 'handingOver' ? takingYou : 'One moment…'}
          isReturn={entry > 0}
        />
      </Step>
    )
  }
}

function isStep(state: SignUpState): state is StepName {
  return (steps as readonly string[]).includes(state)
}

function effectsOf({ platform, site }: Pick<PageData, 'platform' | 'site'>) {
  const failure = networkFailure()
  return {
    ...lazyEffects(
      signUpMachine,
      async () => {
        const { signUpEffects } = await import('./sign-up-effects.ts')
        const visit = { platform, site, search: new URLSearchParams(location.search) }
        return signUpEffects(visit, (path) => lazyNavigate(path, platform))
      },
      {
        signUp: { type: 'refused', failure },
        handOver: { type: 'stopped', outcome: { kind: 'failed', failure } },
      },
    ),
    showName: () => showStep('name'),
    showEmail: () => showStep('email'),
    showPassword: () => showStep('password'),
  }
}

const contextNames: Record<string, string> = {
  ...Object.fromEntries(draftFields.map(({ input, name }) => [input, name])),
  'new-password': 'password1',
  'confirm-password': 'password2',
}

/** Keeps unsubmitted text for a user who goes Back and returns. */
function keepTyped({ target }: FormEvent, send: (event: SignUpEvent) => void): void {
  const { name, value } = target as HTMLInputElement
  const known = contextNames[name]
  if (known) send({ type: 'typed', values: { [known]: value } })
}

/** Loads the later steps while the user fills in the first. */
function warm(): void {
  laterSteps.load().catch(() => {})
  import('./sign-up-effects.ts').then(({ prepare }) => prepare()).catch(() => {})
}

function warmCaptcha(): void {
  import('./sign-up-effects.ts').then(({ prepareCaptcha }) => prepareCaptcha()).catch(() => {})
}
