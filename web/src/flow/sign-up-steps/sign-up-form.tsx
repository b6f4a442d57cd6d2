import { type ComponentType, type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { type Failure, networkFailure } from '../../api/failure.ts'
import { usePage } from '../../platforms/page-context.ts'
import { Step } from '../../ui/page/card.tsx'
import { EntryCard, useTakingYou } from '../form/entry-card.tsx'
import { type LazyComponent, lazyComponent, useLazyComponent } from '../machine/lazy-component.ts'
import type { Situation } from '../machine/step-machine.ts'
import { showPage } from '../navigation/page-history.ts'
import { useSignedIn } from '../navigation/use-signed-in.ts'
import { type ProofView, proofViews } from '../proof/proof-rows.ts'
import type { SignUpField, TextsOf } from './field-list.ts'
import type { Passwords, SignUpEventOf, SignUpStateOf, SignUpStep, SignUpValues } from './sign-up-rows.ts'
import type { StepEntries } from './step-entries.ts'
import { useDraft } from './use-draft.ts'
import './sign-up-form.css'

const stoppedNotice = lazyComponent(() => import('../form/stopped-notice.tsx'), 'StoppedNotice')

/** What every step of a sign-up shows. */
type StepView<C> = {
  context: C
  /** The part of the failure that this step shows. */
  failure: Failure | null
  isBusy: boolean
  busyText: string
}

export type SignUpStepProps<C, E> = StepView<C> & { send: (event: E) => void }

/** `S` names the steps after the first and before the password. */
type LaterView<S extends string, C> = StepView<C> & {
  view: S | 'password' | ProofView
  isSending: boolean
  /** Starts slow preparations once the user is at a field. */
  onNear: () => void
}

export type LaterStepsProps<S extends string, C, E> = LaterView<S, C> & { send: (event: E) => void }

type SignUpFormProps<A extends string, B extends string, F extends SignUpField, C, P> = {
  steps: readonly [A, B, 'password', 'account']
  fields: readonly F[]
  entries: StepEntries<SignUpStep<A | B>>
  situation: Situation<SignUpStateOf<A | B>, C>
  send: (event: SignUpEventOf<A | B, TextsOf<F>>) => void
  failureOn: (step: SignUpStep<A | B>, failure: Failure | null) => Failure | null
  /** Is shown while the account is proven. */
  provingText: string
  showFirst: (props: StepView<C> & { isReturn: boolean }) => ReactNode
  laterSteps: LazyComponent<P>
  showLater: (Steps: ComponentType<P>, props: LaterView<B, C>) => ReactNode
  loadEffects: () => Promise<{ prepare: () => void; prepareCaptcha: () => void }>
  /** Returns the step with what the page has around it. */
  around?: (step: ReactNode) => ReactNode
}

/** Shows the card of a sign-up: its step, or why the signed-in user stays on this page. Keeps text that is not submitted. */
export function SignUpForm<
  A extends string,
  B extends string,
  F extends SignUpField,
  C extends SignUpValues & TextsOf<F>,
  P,
>(props: SignUpFormProps<A, B, F, C, P>) {
  const { steps, fields, entries, situation, send, failureOn, provingText, laterSteps } = props
  const { showFirst, showLater, loadEffects, around = (step) => step } = props
  const { platform } = usePage()
  const { state, context, entry } = situation
  const { failure, outcome } = context
  const [first, second] = steps
  const [view, show] = useState<A | B | 'password' | ProofView>(first)
  // While a request runs and during the handover, the submitted step stays visible.
  const wanted = viewOf(state, first, second)
  if (wanted && wanted !== view) show(wanted)
  const LaterSteps = useLazyComponent(laterSteps, view !== first)
  const StoppedNotice = useLazyComponent(stoppedNotice, outcome !== null)
  const takingYou = useTakingYou()
  useDraft(platform, fields, entries, context, send)
  useSignedIn(platform, state, () => send({ type: 'signedIn' }))

  useEffect(() => {
    if (outcome?.kind === 'invalid-url') showPage('invalid-url')
  }, [outcome])

  const waits: { [S in SignUpStateOf<never>]?: string } = {
    signingUp: 'Creating your account…',
    sendingCode: 'Sending a code…',
    proving: provingText,
    handingOver: takingYou,
  }
  const busyText = waits[state as SignUpStateOf<never>]
  const isBusy = busyText !== undefined
  const shown = failureOn(view === 'unsent' || view === 'code' ? 'account' : view, failure)
  const shared = { context, failure: shown, isBusy, busyText: busyText ?? '' }

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
    if (view !== first && LaterSteps) {
      return showLater(LaterSteps, {
        ...shared,
        view: view as B | 'password' | ProofView,
        isSending: state === 'sendingCode',
        onNear: () => prepare('prepareCaptcha'),
      })
    }
    return (
      <Step isNext={entry > 0} key={first}>
        {showFirst({
          ...shared,
          isBusy: isBusy || view !== first,
          busyText: state === 'handingOver' ? takingYou : 'One moment…',
          isReturn: entry > 0,
        })}
      </Step>
    )
  }

  /** Loads the later steps while the user fills in the first. */
  function warm(): void {
    laterSteps.load().catch(() => {})
    prepare('prepare')
  }

  function prepare(what: 'prepare' | 'prepareCaptcha'): void {
    loadEffects().then(
      (effects) => effects[what](),
      () => {},
    )
  }

  /** A user who goes Back and returns finds the text again. */
  function keepTyped({ target }: FormEvent): void {
    const { name, value } = target as HTMLInputElement
    const known = fields.find(({ input }) => input === name)?.name ?? passwordNames[name]
    const values: Record<string, string> = known ? { [known]: value } : {}
    if (known) send({ type: 'typed', values: values as Partial<TextsOf<F> & Passwords> })
  }
}

function viewOf<A extends string, B extends string>(
  state: SignUpStateOf<A | B>,
  first: A,
  second: B,
): A | B | 'password' | ProofView | undefined {
  if (state === first || state === second || state === 'password') return state as A | B | 'password'
  return proofViews[state as keyof typeof proofViews]
}

const passwordNames: Record<string, string> = {
  'new-password': 'password1',
  'confirm-password': 'password2',
}

/** The events that effects send if their code does not load. */
export function unloadedEvents() {
  const failure = networkFailure()
  return {
    signUp: { type: 'refused', failure },
    sendCode: { type: 'sendRefused', failure, challenge: null },
    prove: { type: 'refused', failure },
    handOver: { type: 'stopped', outcome: { kind: 'failed', failure } },
  } as const
}
