import type { ReactNode } from 'react'
import type { Failure } from '../../api/failure.ts'
import { Step } from '../../ui/page/card.tsx'
import type { Challenge } from '../otp/challenge.ts'
import { OtpStep } from '../otp/otp-step.tsx'
import { SendCodeStep } from '../otp/send-code-step.tsx'
import { PasswordProofStep, proofTitle } from './password-proof-step.tsx'
import type { ProofEvent, ProofView } from './proof.ts'

type ProofStepsProps = {
  view: ProofView
  email: string
  chip: ReactNode
  /** Null for an account without a password, which a code alone proves. */
  password: { lead: ReactNode; submit: string } | null
  /** Says what the code is for, if it is the only proof. */
  codeLead?: ReactNode
  challenge: Challenge | null
  isSending: boolean
  failure: Failure | null
  isBusy: boolean
  busyText: string
  send: (event: ProofEvent) => void
  /** Stands below each step, like the way back. */
  below?: ReactNode
  /** The heading of the first step. */
  title?: string
  /** For a user who is signed in: no question about the computer. */
  isSignedIn?: boolean
  /** False for an account without an email, whose password alone proves it. */
  hasCode?: boolean
}

/** Asks for the proof of an account that exists: its password, or a code that is sent to its email. */
export function ProofSteps(props: ProofStepsProps) {
  const { view, email, chip, password, codeLead, challenge, isSending, failure, isBusy, busyText } = props
  const { send, below, title, isSignedIn, hasCode = true } = props
  const shared = { chip, failure, isBusy, busyText, below, onRetry: () => send({ type: 'retried' }) }
  const onCode = () => send({ type: 'codeRequested' })
  const onPassword = password && (() => send({ type: 'passwordChosen' }))
  switch (view) {
    case 'account':
      return (
        password && (
          <Step isNext key="account">
            <PasswordProofStep
              {...shared}
              {...password}
              title={title}
              isSignedIn={isSignedIn}
              email={email}
              onPassword={(typed) => send({ type: 'proofSubmitted', password: typed })}
              onCode={hasCode ? onCode : null}
            />
          </Step>
        )
      )
    case 'unsent':
      return (
        <Step isNext key="unsent">
          <SendCodeStep
            {...shared}
            {...(!password && { title: title ?? proofTitle, lead: codeLead })}
            identifier={email}
            onCode={onCode}
            onPassword={onPassword}
          />
        </Step>
      )
    case 'code':
      return (
        <Step isNext key="code">
          <OtpStep
            {...shared}
            identifier={email}
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
