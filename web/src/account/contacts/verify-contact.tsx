import { useEffect, useState } from 'react'
import { fieldSentence } from '../../api/failure.ts'
import { toBrowserTime } from '../../api/server-clock.ts'
import type { Challenge } from '../../flow/otp/challenge.ts'
import { OtpStep } from '../../flow/otp/otp-step.tsx'
import { SendCodeStep } from '../../flow/otp/send-code-step.tsx'
import { usePage } from '../../platforms/page-context.ts'
import { BackToSection } from '../back-to-section.tsx'
import { useOwnCall } from '../use-own-call.ts'
import { contactKinds, type NamedContact, type OwnContact } from './contact-kinds.ts'
import { keptContact } from './kept-contact.ts'

type VerifyContactProps = {
  contact: NamedContact
  /** The challenge of the code that was sent; null before a code was sent. */
  challenge: Challenge | null
  onVerified: (contact: OwnContact) => void
  onSignedOut: () => void
  onLeave: () => void
}

/** Verifies an email or a phone number with the code that was sent to it. */
export function VerifyContact(props: VerifyContactProps) {
  const { contact, onVerified, onSignedOut, onLeave } = props
  const { platform } = usePage()
  const [challenge, setChallenge] = useState(props.challenge)
  const { busy, failure, call, run, repeat } = useOwnCall<'sending' | 'verifying'>(onSignedOut)
  const params = { id: contact.id }
  const { verify: route } = contactKinds[contact.kind].routes

  useEffect(() => {
    if (!challenge) return
    const { token, resendAtMs } = challenge
    keptContact.write({ ...contact, token, resendAtMs }, platform)
  }, [challenge, contact, platform])

  const shared = {
    identifier: contact.text,
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
      () => call(route, { params, body: {} }),
      ({ challenge: sent, ...found }) => {
        if (!sent) return verified(found)
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
    run('verifying', () => call(route, { params, body }), verified)
  }

  function verified(found: OwnContact): void {
    keptContact.clear(platform)
    onVerified(found)
  }

  function leave(): void {
    keptContact.clear(platform)
    onLeave()
  }
}
