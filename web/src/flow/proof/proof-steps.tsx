import type { ReactNode } from 'react'
import type { Failure } from '../../api/failure.ts'
import { Step } from '../../ui/page/card.tsx'
import type { Challenge } from '../otp/challenge.ts'
import { OtpStep } from '../otp/otp-step.tsx'
import { SendCodeStep } from '../otp/send-code-step.tsx'
import { PasswordStep, type PasswordTexts } from './password-step.tsx'
import type { ProofEvent, ProofView } from './proof-rows.ts'

type ProofStepsProps = {
  view: ProofView
  identifier: string
  chip: ReactNode
  /** Null for an account without a password, which only a code can prove. */
  password: PasswordTexts | null
  /** Heading and lead that explain the code, if a code is the only proof. */
  code?: { title: string; lead: ReactNode } | undefined
  challenge: Challenge | null
  isSending: boolean
  failure: Failure | null
  isBusy: boolean
  busyText: string
  send: (event: ProofEvent) => void
  /** Shown below each step, for example a button to go back. */
  below?: ReactNode
  /** The user is already signed in, so the step does not ask about a shared computer. */
  isSignedIn?: boolean
  /** False for an account without an email, which only the password can prove. */
  hasCode?: boolean
}

/** The title of a proof that begins because the typed email already has an account. */
export const knownTitle = 'You already have an account'

/** Returns the texts of the password step for a proof outside sign-in. */
export function passwordTexts(title: string, lead: ReactNode, submit: string): PasswordTexts {
  const announcement = `${title}. Enter the password to go on.`
  return { heading: title, step: title, announcement, lead, submit, code: 'Email me a code instead' }
}

/** Asks for the proof of an existing account: its password, or a code that is sent to its contact. */
export function ProofSteps(props: ProofStepsProps) {
  const { view, identifier, chip, password, code, challenge, isSending, failure, isBusy, busyText } = props
  const { send, below, isSignedIn = false, hasCode = true } = props
  const onRetry = () => send({ type: 'retried' })
  const shared = { identifier, chip, failure, isBusy, busyText, below, onRetry }
  const onCode = () => send({ type: 'codeRequested' })
  const onPassword = password && (() => send({ type: 'passwordChosen' }))
  switch (view) {
    case 'account':
      return (
        password && (
          <Step isNext key="account">
            <PasswordStep
              {...shared}
              texts={password}
              isSignedIn={isSignedIn}
              onPassword={(typed) => send({ type: 'proofSubmitted', password: typed })}
              onCode={hasCode ? onCode : null}
            />
          </Step>
        )
      )
    case 'unsent':
      return (
        <Step isNext key="unsent">
          <SendCodeStep {...shared} {...(!password && code)} onCode={onCode} onPassword={onPassword} />
        </Step>
      )
    case 'code':
      return (
        <Step isNext key="code">
          <OtpStep
            {...shared}
            challenge={challenge}
            isSending={isSending}
            isSignedIn={isSignedIn}
            onSubmit={(otp) => send({ type: 'otpSubmitted', otp })}
            onCode={onCode}
            onPassword={onPassword}
          />
        </Step>
      )
  }
}
