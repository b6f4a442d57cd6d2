import { Activity, type ReactNode, useEffect, useState } from 'react'
import { EntryCard, useTakingYou } from '../flow/form/entry-card.tsx'
import { lazyComponent, useLazyComponent } from '../flow/machine/lazy-component.ts'
import { useStepMachine } from '../flow/machine/use-step-machine.ts'
import { showPage } from '../flow/navigation/page-history.ts'
import { type PageData, usePage } from '../platforms/page-context.ts'
import { SocialSlot } from '../social/social-slot.tsx'
import { InAdvance, Step } from '../ui/page/card.tsx'
import { IdentifierStep } from './identifier-step.tsx'
import { lazySignInEffects, warmEffects } from './lazy-sign-in-effects.ts'
import { type Person, signInMachine, signInStart } from './sign-in-machine.ts'
import { usePageStart } from './use-page-start.tsx'

/** The form of platforms that ask for email and password together; their pages load it before they start. */
const credentialsForm = lazyComponent(() => import('./credentials-form.tsx'), 'CredentialsForm')
const laterSteps = lazyComponent(() => import('./later-steps.tsx'), 'LaterSteps')
const stoppedNotice = lazyComponent(() => import('../flow/form/stopped-notice.tsx'), 'StoppedNotice')

/** Signs the user in, from the first field to the platform (product 2.3, 2.5, 4). */
export function SignInPage() {
  const { platform, site, hasCredentials } = usePage()
  const takingYou = useTakingYou()
  const [{ state, context, entry }, send] = useStepMachine(
    signInMachine,
    signInStart(hasCredentials ? 'email-password' : 'identifier'),
    lazySignInEffects(() => ({ platform, site, search: new URLSearchParams(location.search) })),
  )
  const { identifier, person, failure, outcome } = context
  const CredentialsForm = useLazyComponent(credentialsForm, context.first === 'credentials')
  const [isWarm, setWarm] = useState(false)
  const LaterSteps = useLazyComponent(laterSteps, person !== null) ?? (isWarm ? laterSteps.loaded() : null)
  const round = useRound(person)
  const StoppedNotice = useLazyComponent(stoppedNotice, outcome !== null)
  const banner = usePageStart(platform, state, send)

  useEffect(() => {
    if (outcome?.kind === 'invalid-url') showPage('invalid-url')
  }, [outcome])

  const isBusy = state === 'lookingUp' || state === 'proving' || state === 'handingOver'
  const busyText = state === 'handingOver' ? takingYou : 'Signing in…'
  const shared = { identifier, failure, isBusy, busyText, onRetry: () => send({ type: 'retried' }) }

  return (
    <EntryCard onNear={() => warm(() => setWarm(true))}>
      <SocialSlot purpose="login" send={send}>
        {step()}
      </SocialSlot>
    </EntryCard>
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
    if (context.first === 'credentials') {
      return (
        CredentialsForm && (
          <CredentialsForm
            {...shared}
            banner={banner}
            onSubmit={(email, password) =>
              send({ type: 'credentialsSubmitted', identifier: email, password })
            }
          />
        )
      )
    }
    return (
      <>
        {!(person && LaterSteps) && (
          <Step isNext={entry > 0} key="identifier">
            <IdentifierStep
              {...shared}
              isReturn={entry > 0}
              isBusy={isBusy || person !== null}
              banner={banner}
              onSubmit={(typed) => send({ type: 'submitted', identifier: typed })}
            />
          </Step>
        )}
        {LaterSteps && (
          // The step of the password is made while the user types, and only shown after the look-up.
          <Activity mode={person ? 'visible' : 'hidden'} key={`later${round}`}>
            <InAdvance value={person === null}>
              <LaterSteps
                state={person ? state : 'account'}
                context={person ? { ...context, person } : { ...context, person: someone, failure: null }}
                send={send}
              />
            </InAdvance>
          </Activity>
        )}
      </>
    )
  }
}

/** Counts how often the user went back to the identifier, so that the steps of the next user begin empty. */
function useRound(person: Person | null): number {
  const [{ former, round }, set] = useState({ former: person, round: 0 })
  if (person !== former) set({ former: person, round: former && !person ? round + 1 : round })
  return round
}

/** A placeholder for the user until the look-up answers. */
const someone: Person = { uuid: '', fullName: null, picture: null, hasPassword: true }

/** Loads the next steps while the user types. */
function warm(onLoaded: () => void): void {
  warmEffects()
  laterSteps.load().then(onLoaded, () => {})
}

/** Loads what the first rendering shows besides this module. */
export async function loadParts({ hasCredentials }: Pick<PageData, 'hasCredentials'>): Promise<void> {
  if (hasCredentials) await credentialsForm.load()
}
