import { trustedUrl } from '@foyer/contract/targets/trusted-origin'
import { useEffect, useState } from 'react'
import { preconnect } from 'react-dom'
import { greetingName } from '../flow/form/greeting-name.ts'
import { type ProofView, proofViews } from '../flow/proof/proof-rows.ts'
import { ProofSteps } from '../flow/proof/proof-steps.tsx'
import { usePage } from '../platforms/page-context.ts'
import { Step } from '../ui/page/card.tsx'
import { IdentityChip } from '../ui/page/identity-chip.tsx'
import { forgetKnown } from './last-person/forget-known.ts'
import { PasskeyButton } from './passkey-button.tsx'
import type { Person, SignInContext, SignInEvent, SignInState } from './sign-in-machine.ts'
import { TooManyCodes } from './too-many-codes.tsx'

export type LaterStepsProps = {
  state: SignInState
  context: SignInContext & { person: Person }
  send: (event: SignInEvent) => void
}

/** Shows the steps after the identifier. They share one chunk, because each step is a click from the others. */
export function LaterSteps({ state, context, send }: LaterStepsProps) {
  const { brand, platform } = usePage()
  const wanted = stepOf[state]
  const [step, show] = useState(wanted)
  // If the user leaves the page while a request runs, the submitted step stays on screen.
  if (wanted && wanted !== step) show(wanted)
  useConnectionInAdvance(step === 'account')
  const { identifier, person, failure, challenge, otp } = context
  const busyText = waitText(state, otp, brand.displayName)
  const firstName = person.fullName?.split(' ')[0] ?? ''
  const chip = (
    <IdentityChip name={person.fullName} picture={person.picture} identifier={identifier} onChange={change} />
  )

  /** Returns to the first step. A typed identifier stays for correction; an identifier that the browser offered is cleared. */
  function change(): void {
    const isForgotten = forgetKnown(platform)
    send({ type: 'changed' })
    if (isForgotten) send({ type: 'prefilled', identifier: '' })
  }

  if (!step) return null
  if (step === 'tooManyCodes') {
    return (
      <Step isNext key="tooManyCodes">
        <TooManyCodes
          {...{ failure, chip }}
          onCode={() => send({ type: 'codeRequested' })}
          onCodeAtHand={challenge && (() => send({ type: 'codeAtHand' }))}
          onPassword={person.hasPassword ? () => send({ type: 'passwordChosen' }) : null}
        />
      </Step>
    )
  }
  return (
    <ProofSteps
      {...{ identifier, chip, challenge, failure, send }}
      view={step}
      password={
        person.hasPassword
          ? {
              heading: person.fullName ? `Welcome back, ${greetingName(firstName)}` : passwordTitle,
              step: passwordTitle,
              announcement: [passwordTitle, person.fullName].filter(Boolean).join(', '),
              lead: brand.signIn.lead ?? brand.signIn.title,
              submit: brand.signIn.submit,
              code: 'Sign in with OTP',
            }
          : null
      }
      below={step === 'account' && <PasskeyButton isBusy={busyText !== null} send={send} />}
      isSending={state === 'sendingCode'}
      isBusy={busyText !== null}
      busyText={busyText ?? ''}
    />
  )
}

const passwordTitle = 'Enter your password'

const stepOf: { [S in SignInState]?: ProofView | 'tooManyCodes' } = {
  ...proofViews,
  tooManyCodes: 'tooManyCodes',
}

/** Opens a connection to the platform while the user types the password. */
function useConnectionInAdvance(isPasswordShown: boolean): void {
  const { site } = usePage()
  useEffect(() => {
    if (!isPasswordShown) return
    const wanted = new URLSearchParams(location.search).get('redirect-url') ?? site.home
    const target = trustedUrl(wanted, site.redirectOrigins)
    if (target) preconnect(target.origin)
  }, [site, isPasswordShown])
}

function waitText(state: SignInState, otp: string, place: string): string | null {
  switch (state) {
    case 'sendingCode':
      return 'Sending a code…'
    case 'proving':
      return otp ? 'Verifying…' : 'Signing in…'
    case 'handingOver':
      return `Taking you to ${place}…`
    default:
      return null
  }
}
