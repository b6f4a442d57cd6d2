import { useState } from 'react'
import { OtpStep } from '../flow/otp/otp-step.tsx'
import { SendCodeStep } from '../flow/otp/send-code-step.tsx'
import { usePage } from '../platforms/page-context.ts'
import { Step } from '../ui/page/card.tsx'
import { IdentityChip } from '../ui/page/identity-chip.tsx'
import { forgetKnown } from './last-person/forget-known.ts'
import { PasswordStep } from './password-step.tsx'
import type { Person, SignInContext, SignInEvent, SignInState } from './sign-in-machine.ts'
import { TooManyCodes } from './too-many-codes.tsx'

export type LaterStepsProps = {
  state: SignInState
  context: SignInContext & { person: Person }
  send: (event: SignInEvent) => void
}

/** Shows the steps after the identifier. One chunk: each step is one click from the other. */
export function LaterSteps({ state, context, send }: LaterStepsProps) {
  const { brand, platform } = usePage()
  const wanted = stepOf[state]
  const [step, show] = useState(wanted)
  // While the page is left, the submitted step stays.
  if (wanted && wanted !== step) show(wanted)
  const { identifier, person, failure, challenge } = context
  const busyText = textOfWait(state, brand.displayName)
  const chip = (
    <IdentityChip name={person.fullName} picture={person.picture} identifier={identifier} onChange={change} />
  )
  const shared = {
    identifier,
    person,
    failure,
    chip,
    isBusy: busyText !== null,
    busyText: busyText ?? '',
    onRetry: () => send({ type: 'retried' }),
    onCode: () => send({ type: 'codeRequested' }),
    onPassword: person.hasPassword ? () => send({ type: 'passwordChosen' }) : null,
  }

  /** A typed identifier stays for correction; one that the browser offered does not. */
  function change(): void {
    const isForgotten = forgetKnown(platform)
    send({ type: 'changed' })
    if (isForgotten) send({ type: 'prefilled', identifier: '' })
  }

  switch (step) {
    case 'password':
      return (
        <Step isNext key="password">
          <PasswordStep {...shared} onSubmit={(password) => send({ type: 'passwordSubmitted', password })} />
        </Step>
      )
    case 'unsent':
      return (
        <Step isNext key="unsent">
          <SendCodeStep {...shared} />
        </Step>
      )
    case 'tooManyCodes':
      return (
        <Step isNext key="tooManyCodes">
          <TooManyCodes {...shared} onCodeAtHand={challenge && (() => send({ type: 'codeAtHand' }))} />
        </Step>
      )
    case 'otp':
      return (
        <Step isNext key="otp">
          <OtpStep
            {...shared}
            challenge={challenge}
            isSending={state === 'sending'}
            onSubmit={(otp) => send({ type: 'otpSubmitted', otp })}
          />
        </Step>
      )
    default:
      return null
  }
}

const stepOf: { [S in SignInState]?: 'password' | 'unsent' | 'otp' | 'tooManyCodes' } = {
  password: 'password',
  signingIn: 'password',
  unsent: 'unsent',
  sending: 'otp',
  otp: 'otp',
  verifying: 'otp',
  tooManyCodes: 'tooManyCodes',
}

function textOfWait(state: SignInState, place: string): string | null {
  if (state === 'handingOver') return `Taking you to ${place}…`
  return state in waits ? waits[state as keyof typeof waits] : null
}

const waits = { signingIn: 'Signing in…', sending: 'Sending a code…', verifying: 'Verifying…' }
