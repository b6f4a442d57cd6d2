import { asciiDigits, channelOf } from '@foyer/contract/contact'
import { waitInWords } from '@foyer/contract/errors'
import { codeIncomplete } from '@foyer/contract/field-faults'
import { otpDigits, otpSeconds } from '@foyer/contract/shared-values'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Failure } from '../../api/failure.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { OtpField } from '../../ui/fields/otp-field.tsx'
import { FormFrame } from '../form/form-frame.tsx'
import { OwnPlatforms } from '../form/own-platforms.tsx'
import { SharedComputer } from '../form/shared-computer.tsx'
import { ResendButton } from '../waiting/resend-button.tsx'
import type { Challenge } from './challenge.ts'
import { CodeProblems } from './code-problems.tsx'
import { receiveSmsCode } from './receive-sms-code.ts'

type OtpStepProps = {
  identifier: string
  /** Null until the first code was sent. */
  challenge: Challenge | null
  failure: Failure | null
  isBusy: boolean
  isSending: boolean
  busyText: string
  /** Shows the user who signs in. */
  chip: ReactNode
  onSubmit: (otp: string) => void
  onCode: () => void
  onRetry: () => void
  /** Null for a user without a password. */
  onPassword: (() => void) | null
  below?: ReactNode
  /** The user is already signed in and proves an address, so the texts do not mention a sign-in. */
  isSignedIn?: boolean | undefined
}

const field = { name: 'otp', label: 'Code', wireNames: ['otp'], missing: codeIncomplete }
const hint = `The code expires after ${waitInWords(otpSeconds)}.`

/** Asks for the code that was sent (product 2.3). */
export function OtpStep(props: OtpStepProps) {
  const { identifier, challenge, failure, isBusy, isSending, busyText, chip } = props
  const { onSubmit, onCode, onRetry, onPassword, below, isSignedIn } = props
  const medium = channelOf(identifier)
  const title = medium === 'sms' ? 'Check your phone' : 'Check your email'
  const tried = useRef('')
  /** True if the latest request sent a code, false if it verified a code. */
  const wasSending = useRef(false)

  useEffect(() => input()?.focus(), [])

  useEffect(() => {
    if (isSending) wasSending.current = true
  }, [isSending])

  // Announces each code once, and announces the step when the user returns to it.
  useEffect(() => {
    if (!challenge) return
    const waitSeconds = (challenge.resendAtMs - Date.now()) / 1000
    announce(
      challenge.isNew
        ? `${title}. Code sent.${waitSeconds > 0 ? ` You can ask for another in ${waitInWords(waitSeconds)}.` : ''}`
        : title,
    )
  }, [challenge, title])

  // This effect runs after FormFrame's effect, which moves the focus.
  useEffect(() => {
    if (failure && document.activeElement === input()) input()?.select()
  }, [failure])

  useEffect(() => {
    if (medium !== 'sms' || isBusy) return
    const waiting = new AbortController()
    receiveSmsCode(waiting.signal).then((code) => {
      const target = input()
      if (!code || !target || waiting.signal.aborted) return
      target.value = code
      target.dispatchEvent(new Event('input', { bubbles: true }))
    })
    return () => waiting.abort()
  }, [medium, isBusy])

  /** Submits a complete code automatically, but each code only once. */
  function submitOnce(code: string): void {
    if (code === tried.current || isBusy) return
    input()?.form?.requestSubmit()
  }

  function submit(code: string): void {
    tried.current = code
    wasSending.current = false
    onSubmit(code)
  }

  return (
    <FormFrame
      heading={title}
      lead={
        <>
          {isSending && !challenge
            ? `We are sending a ${otpDigits}-digit verification code to `
            : `A ${otpDigits}-digit verification code was sent to `}
          <strong dir="ltr">{identifier}</strong>
        </>
      }
      above={chip}
      fields={[field]}
      failure={failure}
      isBusy={isBusy}
      submit="Verify"
      busyText={busyText}
      onValid={({ otp = '' }) => submit(otp)}
      onTryAgain={wasSending.current ? onCode : undefined}
      onRetry={onRetry}
      remedy={<OwnPlatforms failure={failure} identifier={() => identifier} method="otp" />}
      below={
        <>
          <div className="otp-actions">
            <ResendButton
              label="Resend OTP"
              whenReady="You can resend the code now."
              resendAtMs={challenge?.resendAtMs ?? 0}
              isBusy={isBusy}
              onResend={onCode}
            />
            {onPassword && (
              <Button look="quiet" onClick={onPassword}>
                {isSignedIn ? 'Use your password' : 'Sign in with password'}
              </Button>
            )}
          </div>
          {below}
          <CodeProblems medium={medium} />
        </>
      }
    >
      <OtpField
        name={field.name}
        label={field.label}
        hint={hint}
        digits={otpDigits}
        toAscii={asciiDigits}
        enterKeyHint="done"
        onComplete={submitOnce}
      />
      {!isSignedIn && <SharedComputer />}
    </FormFrame>
  )
}

function input(): HTMLInputElement | null {
  return document.querySelector('input#otp')
}
