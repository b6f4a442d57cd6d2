import { pages } from '@foyer/contract/pages'
import { type ReactNode, useEffect } from 'react'
import { EntryCard, useTakingYou } from '../flow/form/entry-card.tsx'
import { lazyComponent, useLazyComponent } from '../flow/machine/lazy-component.ts'
import { useStepMachine } from '../flow/machine/use-step-machine.ts'
import { showPage } from '../flow/navigation/page-history.ts'
import { usePage } from '../platforms/page-context.ts'
import { SocialSlot } from '../social/social-slot.tsx'
import { Step } from '../ui/page/card.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { IdentifierStep } from './identifier-step.tsx'
import type { Known } from './last-person/use-known.ts'
import { lazySignInEffects, warmEffects } from './lazy-sign-in-effects.ts'
import { signInMachine, signInStart } from './sign-in-machine.ts'
import { usePageStart } from './use-page-start.tsx'

const laterSteps = lazyComponent(() => import('./later-steps.tsx'), 'LaterSteps')
const stoppedNotice = lazyComponent(() => import('../flow/form/stopped-notice.tsx'), 'StoppedNotice')

/** A popup ignores a tap on 'Continue' this soon after it opened. */
const popupGuardMs = 500

/** Signs the user in, from the first field to the platform (product 2.3, 2.5, 4). */
export function SignInPage() {
  const { platform, page, site, hasCredentials } = usePage()
  const takingYou = useTakingYou()
  const [{ state, context, entry }, send] = useStepMachine(
    signInMachine,
    signInStart(hasCredentials ? 'email-password' : 'identifier'),
    lazySignInEffects(() => ({ platform, site, search: new URLSearchParams(location.search) })),
  )
  const { identifier, person, isKnown, failure, outcome } = context
  const LaterSteps = useLazyComponent(laterSteps, person !== null)
  const StoppedNotice = useLazyComponent(stoppedNotice, outcome !== null)
  const banner = usePageStart(platform, state, send)

  useEffect(() => {
    if (outcome?.kind === 'invalid-url') showPage('invalid-url')
  }, [outcome])

  const isBusy =
    state === 'lookingUp' || state === 'continuing' || state === 'proving' || state === 'handingOver'
  const busyText = state === 'handingOver' ? takingYou : 'Signing in…'
  const shared = { identifier, failure, isBusy, busyText, onRetry: () => send({ type: 'retried' }) }

  return (
    <EntryCard onNear={warm}>
      <SocialSlot purpose="login" send={send}>
        {step()}
      </SocialSlot>
    </EntryCard>
  )

  function sendKnown(known: Known, password: string): void {
    if (known.by === 'here') {
      // The second click of a double click on the page that opened this popup must not continue here.
      if (pages[page].window && performance.now() < popupGuardMs) return
      const { account, addPlatform } = known
      send({ type: 'continued', account, addPlatform })
    } else send({ type: 'knownSubmitted', identifier: known.identifier, person: known.person, password })
  }

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
    if (context.first !== 'identifier') {
      return (
        <CredentialsForm
          {...shared}
          banner={banner}
          onSubmit={(email, password) => send({ type: 'credentialsSubmitted', identifier: email, password })}
          onKnown={sendKnown}
        />
      )
    }
    if (person && !isKnown && LaterSteps)
      return <LaterSteps {...{ state, send }} context={{ ...context, person }} />
    return (
      <Step isNext={entry > 0} key="identifier">
        <IdentifierStep
          {...shared}
          isReturn={entry > 0}
          isBusy={isBusy || person !== null}
          busyText={isKnown || state === 'continuing' ? busyText : 'One moment…'}
          banner={banner}
          onSubmit={(typed, wantsCode) => send({ type: 'submitted', identifier: typed, wantsCode })}
          onKnown={sendKnown}
          onElsewhere={(typed) => send({ type: 'elsewhereChosen', identifier: typed })}
        />
      </Step>
    )
  }
}

/** Loads the next steps while the user types. */
function warm(): void {
  warmEffects()
  laterSteps.load().catch(() => {})
}
