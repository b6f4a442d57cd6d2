import type { Session } from '@foyer/contract/routes/sign-in'
import { providerNames } from '@foyer/contract/social/providers'
import { useEffect, useState } from 'react'
import { useTakingYou } from '../../flow/form/entry-card.tsx'
import { useStepMachine } from '../../flow/machine/use-step-machine.ts'
import type { Challenge } from '../../flow/otp/challenge.ts'
import { type ProofView, proofViews } from '../../flow/proof/proof-rows.ts'
import { knownTitle, ProofSteps, passwordTexts } from '../../flow/proof/proof-steps.tsx'
import { usePage } from '../../platforms/page-context.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { IdentityChip } from '../../ui/page/identity-chip.tsx'
import { ExpiredLink } from './expired-link.tsx'
import { linkEffects } from './link-effects.ts'
import { type LinkState, linkMachine, linkStart } from './link-machine.ts'
import { forgetLink, keepLink, type PendingLink } from './pending-link.ts'
import { useLinkEntry } from './use-link-entry.ts'

type LinkAccountProps = PendingLink & {
  /** The challenge of a code that was sent before the page was reloaded. */
  challenge?: Challenge | null
  /** Called once, with the session of the proven account. The caller stores the session and continues. */
  onSignedIn: (session: Session) => void
  /** Called when the user goes back to the form. */
  onCancel: () => void
  /** Opens the provider again. Called during the click, so that the browser allows a popup. */
  onAgain: () => void
}

/** Asks for the proof of the account with a social account's email, and links the two accounts (product 4). */
export function LinkAccount(props: LinkAccountProps) {
  const { provider, accessToken, account, email: typed, challenge = null } = props
  const { onSignedIn, onCancel, onAgain } = props
  const { platform } = usePage()
  const pending = { provider, accessToken, account, email: typed }
  const [{ state, context }, send] = useStepMachine(
    linkMachine,
    linkStart(pending, challenge),
    linkEffects(platform, onSignedIn),
  )
  const takingYou = useTakingYou()
  const leave = useLinkEntry(() => {
    forgetLink(platform)
    onCancel()
  })
  const [view, show] = useState<ProofView>(viewOf[state] ?? 'account')
  // While a request runs and the page is being left, the submitted step stays visible.
  const wanted = viewOf[state]
  if (wanted && wanted !== view) show(wanted)

  // biome-ignore lint/correctness/useExhaustiveDependencies: kept once; the effects keep what follows.
  useEffect(() => keepLink(platform, pending, challenge), [])

  function again(): void {
    forgetLink(platform)
    onAgain()
  }

  const { email, hasPassword } = account
  const name = providerNames[provider]
  const isBusy = state in waits
  if (state === 'expired') return <ExpiredLink provider={name} onAgain={again} onCancel={leave} />
  return (
    <ProofSteps
      view={view}
      identifier={email}
      chip={<IdentityChip name={null} picture={null} identifier={email} />}
      password={
        hasPassword
          ? passwordTexts(
              knownTitle,
              <>
                Enter its password once, and then you can sign in with <strong>{name}</strong>
              </>,
              `Sign in and add ${name}`,
            )
          : null
      }
      code={{
        title: knownTitle,
        lead: (
          <>
            We will email you a code. Enter it once, and then you can sign in with <strong>{name}</strong>
          </>
        ),
      }}
      challenge={context.challenge}
      isSending={state === 'sendingCode'}
      failure={context.failure}
      isBusy={isBusy}
      busyText={state === 'linked' ? takingYou : (waits[state] ?? '')}
      send={send}
      below={
        <Button look="secondary" onClick={state === 'linked' ? undefined : leave}>
          Cancel
        </Button>
      }
    />
  )
}

const viewOf: { [S in LinkState]?: ProofView } = proofViews

const waits: { [S in LinkState]?: string } = {
  sendingCode: 'Sending a code…',
  proving: 'Signing in…',
  linked: '',
}
