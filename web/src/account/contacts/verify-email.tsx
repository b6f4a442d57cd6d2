import { verifyEmail } from '@foyer/contract/profile/emails'
import { useEffect, useState } from 'react'
import { fieldSentence } from '../../api/failure.ts'
import { toBrowserTime } from '../../api/server-clock.ts'
import type { Challenge } from '../../flow/otp/challenge.ts'
import { OtpStep } from '../../flow/otp/otp-step.tsx'
import { SendCodeStep } from '../../flow/otp/send-code-step.tsx'
import { usePage } from '../../platforms/page-context.ts'
import { BackToSection } from '../back-to-section.tsx'
import { useOwnCall } from '../use-own-call.ts'
import { keptEmail } from './kept-email.ts'

type VerifyEmailProps = {
  email: { id: string; email: string }
  /** The challenge of the code that was sent; null before a code was sent. */
  challenge: Challenge | null
  onVerified: (email: string) => void
  onSignedOut: () => void
  onLeave: () => void
}

/** Verifies an address with the code that was mailed to it. */
export function VerifyEmail(props: VerifyEmailProps) {
  const { email, onVerified, onSignedOut, onLeave } = props
  const { platform } = usePage()
  const [challenge, setChallenge] = useState(props.challenge)
  const { busy, failure, call, run, repeat } = useOwnCall<'sending' | 'verifying'>(onSignedOut)
  const params = { id: email.id }

  useEffect(() => {
    if (!challenge) return
    const { token, resendAtMs } = challenge
    keptEmail.write({ ...email, token, resendAtMs }, platform)
  }, [challenge, email, platform])

  const shared = {
    identifier: email.email,
    chip: null,
    failure,
    isBusy: busy !== null,
    onPassword: null,
    onRetry: repeat,
    onCode: send,
    below: <BackToSection onLeave={leave} />,
  }
  if (!challenge) return <SendCodeStep {...shared} busyText="Sending a code…" />
  return (
    <OtpStep
      {...shared}
      challenge={challenge}
      isSending={busy === 'sending'}
      isSignedIn
      busyText={busy === 'sending' ? 'Sending a code…' : 'Verifying…'}
      onSubmit={verify}
    />
  )

  function send(): void {
    run(
      'sending',
      () => call(verifyEmail, { params, body: {} }),
      ({ challenge: sent }) => {
        if (!sent) return verified()
        setChallenge({ token: sent.token, resendAtMs: toBrowserTime(sent.resendAt), isNew: true })
      },
      (refusal) => {
        const resendAtMs = toBrowserTime(fieldSentence(refusal, 'resendAt') ?? '')
        if (!challenge || Number.isNaN(resendAtMs)) return false
        // The code that was sent before stays valid.
        setChallenge({ ...challenge, resendAtMs, isNew: false })
        return true
      },
    )
  }

  function verify(otp: string): void {
    const body = { token: challenge?.token ?? '', otp }
    run('verifying', () => call(verifyEmail, { params, body }), verified)
  }

  function verified(): void {
    keptEmail.clear(platform)
    onVerified(email.email)
  }

  function leave(): void {
    keptEmail.clear(platform)
    onLeave()
  }
}
