import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { networkFailure } from '../../api/failure.ts'
import { usePage } from '../../platforms/page-context.ts'
import type { PageLocation } from '../../session/handover.ts'
import { Step } from '../../ui/page/card.tsx'
import { EntryCard, useTakingYou } from '../form/entry-card.tsx'
import { type LazyComponent, lazyComponent, useLazyComponent } from '../machine/lazy-component.ts'
import { lazyEffects, type Situation } from '../machine/step-machine.ts'
import { useStepMachine } from '../machine/use-step-machine.ts'
import { lazyNavigate } from '../navigation/lazy-navigate.ts'
import { showPage } from '../navigation/page-history.ts'
import { useSignedIn } from '../navigation/use-signed-in.ts'
import { proofViews } from '../proof/proof-rows.ts'
import type { SignUpField } from './fields.ts'
import type { LaterStepsProps } from './later-steps.tsx'
import type { SignUpEffects } from './sign-up-effects.ts'
import {
  type SignUpContext,
  type SignUpEvent,
  type SignUpState,
  signUpMachine,
  signUpStart,
} from './sign-up-machine.ts'
import { showStep } from './step-entries.ts'
import { failureOn } from './step-failures.ts'
import type { StepProps } from './step-form.tsx'
import { useDraft } from './use-draft.ts'
import './sign-up-form.css'

const stoppedNotice = lazyComponent(() => import('../form/stopped-notice.tsx'), 'StoppedNotice')

type LoadEffects = () => Promise<{ effects: SignUpEffects }>

type SignUp = {
  situation: Situation<SignUpState, SignUpContext>
  send: (event: SignUpEvent) => void
  loadEffects: LoadEffects
}

/** Runs a sign-up with these fields. The effects that need the network load on demand. */
export function useSignUp(fields: readonly SignUpField[], loadEffects: LoadEffects): SignUp {
  const { platform, site, brand } = usePage()
  async function load() {
    const { effects } = await loadEffects()
    const page: PageLocation = { platform, site, search: new URLSearchParams(location.search) }
    return effects.on(page, (path) => lazyNavigate(path, platform), brand.partner?.source)
  }
  const [situation, send] = useStepMachine(signUpMachine, signUpStart(fields), {
    ...lazyEffects(signUpMachine, load, unloadedEvents()),
    showApplicant: () => showStep('applicant'),
    showContact: () => showStep('contact'),
    showPassword: () => showStep('password'),
    showAccount: () => showStep('account'),
    showCode: () => showStep('account'),
  })
  return { situation, send, loadEffects }
}

/** Returns the events to send if the code of the effects does not load. */
function unloadedEvents() {
  const failure = networkFailure()
  return {
    signUp: { type: 'refused', failure },
    sendCode: { type: 'sendRefused', failure, challenge: null },
    prove: { type: 'refused', failure },
    handOver: { type: 'stopped', outcome: { kind: 'failed', failure } },
  } as const
}

type SignUpFormProps = SignUp & {
  /** Shown while the service checks the proof of an account. */
  provingText: string
  showFirst: (props: StepProps & { isEntered: boolean }) => ReactNode
  laterSteps: LazyComponent<LaterStepsProps>
  /** Wraps the step in the other content of the page. */
  around?: (step: ReactNode) => ReactNode
}

/**
 * Shows the card of a sign-up: the current step, or why the signed-in user stays on this page. Text is kept before it is
 * submitted.
 */
export function SignUpForm(props: SignUpFormProps) {
  const { situation, send, loadEffects, provingText, laterSteps, showFirst, around = (step) => step } = props
  const { platform } = usePage()
  const { state, context, entry } = situation
  const { fields, failure, outcome } = context
  const [view, show] = useState<View>('applicant')
  // While a request runs and during the handover, the submitted step stays visible.
  const wanted = viewOf[state]
  if (wanted && wanted !== view) show(wanted)
  const LaterSteps = useLazyComponent(laterSteps, view !== 'applicant')
  const StoppedNotice = useLazyComponent(stoppedNotice, outcome !== null)
  const takingYou = useTakingYou()
  useDraft(platform, context, send)
  useSignedIn(platform, state, () => send({ type: 'signedIn' }))

  useEffect(() => {
    if (outcome?.kind === 'invalid-url') showPage('invalid-url')
  }, [outcome])

  const waits: { [S in SignUpState]?: string } = {
    signingUp: 'Creating your account…',
    sendingCode: 'Sending a code…',
    proving: provingText,
    handingOver: takingYou,
  }
  const busyText = waits[state]
  const isBusy = busyText !== undefined
  const stepName = view === 'unsent' || view === 'code' || view === 'registered' ? 'account' : view
  const shown = {
    context,
    failure: failureOn(fields, stepName, failure),
    isBusy,
    busyText: busyText ?? '',
    send,
  }

  return (
    <EntryCard onNear={warm}>
      <div onInput={keepTyped}>
        {outcome && outcome.kind !== 'invalid-url'
          ? StoppedNotice && (
              <StoppedNotice
                outcome={outcome}
                busyText={isBusy ? takingYou : null}
                onRetry={() => send({ type: 'retried' })}
              />
            )
          : around(step())}
      </div>
    </EntryCard>
  )

  function step(): ReactNode {
    if (view !== 'applicant' && LaterSteps) {
      return (
        <LaterSteps
          {...shown}
          view={view}
          isSending={state === 'sendingCode'}
          onNear={() => prepare('prepareCaptcha')}
        />
      )
    }
    return (
      <Step isNext={entry > 0} key="applicant">
        {showFirst({
          ...shown,
          isBusy: isBusy || view !== 'applicant',
          busyText: state === 'handingOver' ? takingYou : 'One moment…',
          isEntered: entry > 0,
        })}
      </Step>
    )
  }

  /** Loads the later steps while the user fills in the first step. */
  function warm(): void {
    laterSteps.load().catch(() => {})
    prepare('prepare')
  }

  function prepare(what: 'prepare' | 'prepareCaptcha'): void {
    loadEffects().then(
      ({ effects }) => effects[what](),
      () => {},
    )
  }

  /** Stores each input, so that a user who goes Back and returns finds the text again. */
  function keepTyped({ target }: FormEvent): void {
    const { name, value } = target as HTMLInputElement
    const known = fields.find(({ input }) => input === name)?.name ?? passwordNames[name]
    if (known) send({ type: 'typed', values: { [known]: value } })
  }
}

type View = 'applicant' | LaterStepsProps['view']

const viewOf: { [S in SignUpState]?: View } = {
  applicant: 'applicant',
  contact: 'contact',
  password: 'password',
  registered: 'registered',
  ...proofViews,
}

const passwordNames: Record<string, string> = {
  'new-password': 'password1',
  'confirm-password': 'password2',
}
