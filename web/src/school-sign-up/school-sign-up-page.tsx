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
import { Step } from '../ui/page/card.tsx'
import type { View } from './later-steps.tsx'
import { schoolFields } from './school-fields.ts'
import {
  failureOn,
  type SchoolState,
  type Step as StepName,
  schoolMachine,
  schoolStart,
  steps,
} from './school-sign-up-machine.ts'
import { SchoolStep } from './school-step.tsx'
import { usePlaces } from './use-places.ts'

const entries = stepEntries(steps)
const loadEffects = () => import('./school-sign-up-effects.ts')
const laterSteps = lazyComponent(() => import('./later-steps.tsx'), 'LaterSteps')

/** Opens the account of a school and of its first user in three steps, and goes on to the platform (product 2.4, 4). */
export function SchoolSignUpPage() {
  const { platform, site } = usePage()
  const [{ state, context, entry }, send] = useStepMachine(
    schoolMachine,
    schoolStart(),
    effectsOf({ platform, site }),
  )
  const { failure, outcome } = context
  const [view, show] = useState<View>('school')
  // While a request runs and during the handover, the submitted step stays visible.
  const wanted = viewOf[state]
  if (wanted && wanted !== view) show(wanted)
  const LaterSteps = useLazyComponent(laterSteps, view !== 'school')
  const takingYou = useTakingYou()
  const places = usePlaces(context.countryId, (countryId) => send({ type: 'typed', values: { countryId } }))
  useDraft(platform, schoolFields, entries, context, send)

  const busyText = state === 'handingOver' ? takingYou : (waits[state] ?? '')
  const isBusy = state in waits
  const shown = failureOn(isStep(view) ? view : 'account', failure)
  const shared = { context, failure: shown, isBusy, busyText, send }

  return (
    <SignUpFrame fields={schoolFields} onNear={warm} {...{ platform, state, outcome, isBusy, send }}>
      {view !== 'school' && LaterSteps ? (
        <LaterSteps {...shared} view={view} state={state} onNear={warmCaptcha} />
      ) : (
        <Step isNext={entry > 0} key="school">
          <SchoolStep
            {...shared}
            places={places}
            isBusy={isBusy || view !== 'school'}
            busyText={state === 'handingOver' ? takingYou : 'One moment…'}
            isReturn={entry > 0}
          />
        </Step>
      )}
    </SignUpFrame>
  )
}

function isStep(view: View): view is StepName {
  return (steps as readonly string[]).includes(view)
}

const viewOf: { [S in SchoolState]?: View } = {
  school: 'school',
  contact: 'contact',
  password: 'password',
  ...proofViews,
}

const waits: { [S in SchoolState]?: string } = {
  signingUp: 'Creating your account…',
  sendingCode: 'Sending a code…',
  proving: 'Adding your school…',
  handingOver: '',
}

function effectsOf({ platform, site }: Pick<PageData, 'platform' | 'site'>) {
  const failure = networkFailure()
  return {
    ...lazyEffects(
      schoolMachine,
      async () => {
        const { schoolSignUpEffects } = await loadEffects()
        const visit = { platform, site, search: new URLSearchParams(location.search) }
        return schoolSignUpEffects(visit, (path) => lazyNavigate(path, platform))
      },
      {
        signUp: { type: 'refused', failure },
        sendCode: { type: 'sendRefused', failure, challenge: null },
        prove: { type: 'refused', failure },
        handOver: { type: 'stopped', outcome: { kind: 'failed', failure } },
      },
    ),
    showSchool: () => entries.showStep('school'),
    showContact: () => entries.showStep('contact'),
    showPassword: () => entries.showStep('password'),
    showAccount: () => entries.showStep('account'),
    showCode: () => entries.showStep('account'),
  }
}

/** Loads the later steps while the user fills in the first. */
function warm(): void {
  laterSteps.load().catch(() => {})
  loadEffects()
    .then(({ prepare }) => prepare())
    .catch(() => {})
}

function warmCaptcha(): void {
  loadEffects()
    .then(({ prepareCaptcha }) => prepareCaptcha())
    .catch(() => {})
}
