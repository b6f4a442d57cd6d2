import { useState } from 'react'
import { networkFailure } from '../api/failure.ts'
import { useTakingYou } from '../flow/form/entry-card.tsx'
import { lazyComponent, useLazyComponent } from '../flow/machine/lazy-component.ts'
import { lazyEffects } from '../flow/machine/step-machine.ts'
import { useStepMachine } from '../flow/machine/use-step-machine.ts'
import { lazyNavigate } from '../flow/navigation/lazy-navigate.ts'
import { proofViews } from '../flow/proof/proof-rows.ts'
import { SignUpFrame } from '../flow/sign-up-steps/sign-up-frame.tsx'
import { stepEntries } from '../flow/sign-up-steps/step-entries.ts'
import { useDraft } from '../flow/sign-up-steps/use-draft.ts'
import { type PageData, usePage } from '../platforms/page-context.ts'
import { SocialSlot } from '../social/social-slot.tsx'
import { Step } from '../ui/page/card.tsx'
import { draftFields } from './draft-fields.ts'
import type { View } from './later-steps.tsx'
import { NameStep } from './name-step.tsx'
import {
  failureOn,
  type SignUpState,
  type Step as StepName,
  signUpMachine,
  signUpStart,
  steps,
} from './sign-up-machine.ts'

const entries = stepEntries(steps)

const loadEffects = () => import('./sign-up-effects.ts')
const laterSteps = lazyComponent(() => import('./later-steps.tsx'), 'LaterSteps')

/** Creates an account in three steps and goes on to the platform (product 2.4, 4). */
export function SignUpPage() {
  const { platform, site, brand } = usePage()
  const [{ state, context, entry }, send] = useStepMachine(
    signUpMachine,
    signUpStart(),
    effectsOf({ platform, site, brand }),
  )
  const { failure, outcome } = context
  const [view, show] = useState<View>('name')
  // While a request runs and during the handover, the submitted step stays visible.
  const wanted = viewOf[state]
  if (wanted && wanted !== view) show(wanted)
  const LaterSteps = useLazyComponent(laterSteps, view !== 'name')
  const takingYou = useTakingYou()
  useDraft(platform, draftFields, entries, context, send)

  const busyText = state === 'handingOver' ? takingYou : (waits[state] ?? '')
  const isBusy = state in waits
  const shown = failureOn(isStep(view) ? view : 'account', failure)
  const shared = { context, failure: shown, isBusy, busyText, send }

  return (
    <SignUpFrame fields={draftFields} onNear={warm} {...{ platform, state, outcome, isBusy, send }}>
      <SocialSlot purpose="sign_up" send={send}>
        {view !== 'name' && LaterSteps ? (
          <LaterSteps {...shared} view={view} state={state} onNear={warmCaptcha} />
        ) : (
          <Step isNext={entry > 0} key="name">
            <NameStep
              {...shared}
              isBusy={isBusy || view !== 'name'}
              busyText={state === 'handingOver' ? takingYou : 'One moment…'}
              isReturn={entry > 0}
            />
          </Step>
        )}
      </SocialSlot>
    </SignUpFrame>
  )
}

function isStep(view: View): view is StepName {
  return (steps as readonly string[]).includes(view)
}

const viewOf: { [S in SignUpState]?: View } = {
  name: 'name',
  email: 'email',
  password: 'password',
  ...proofViews,
}

const waits: { [S in SignUpState]?: string } = {
  signingUp: 'Creating your account…',
  sendingCode: 'Sending a code…',
  proving: 'Signing in…',
  handingOver: '',
}

function effectsOf({ platform, site, brand }: Pick<PageData, 'platform' | 'site' | 'brand'>) {
  const failure = networkFailure()
  return {
    ...lazyEffects(
      signUpMachine,
      async () => {
        const { signUpEffects } = await loadEffects()
        const visit = { platform, site, search: new URLSearchParams(location.search) }
        return signUpEffects(visit, (path) => lazyNavigate(path, platform), brand.partner?.source)
      },
      {
        signUp: { type: 'refused', failure },
        sendCode: { type: 'sendRefused', failure, challenge: null },
        prove: { type: 'refused', failure },
        handOver: { type: 'stopped', outcome: { kind: 'failed', failure } },
      },
    ),
    showName: () => entries.showStep('name'),
    showEmail: () => entries.showStep('email'),
    showPassword: () => entries.showStep('password'),
    showAccount: () => entries.showStep('account'),
    showCode: () => entries.showStep('account'),
  }
}

/** Loads the later steps while the user fills in the first. */
function warm(): void {
  laterSteps.load().catch(() => {})
  loadEffects().then(
    ({ prepare }) => prepare(),
    () => {},
  )
}

function warmCaptcha(): void {
  loadEffects().then(
    ({ prepareCaptcha }) => prepareCaptcha(),
    () => {},
  )
}
