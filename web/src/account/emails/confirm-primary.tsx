import { platformRow } from '@foyer/contract/platforms'
import { useEffect, useRef, useState } from 'react'
import type { Challenge } from '../../flow/otp/challenge.ts'
import { sendCode } from '../../flow/otp/send-code.ts'
import type { ProofEvent, ProofView } from '../../flow/proof/proof.ts'
import { ProofSteps } from '../../flow/proof/proof-steps.tsx'
import { usePage } from '../../platforms/page-context.ts'
import { BackToAccount } from './back-to-account.tsx'
import { putOwnEmail } from './email-routes.ts'
import { useOwnCall } from './use-own-call.ts'

type ConfirmPrimaryProps = {
  email: { id: string; email: string }
  /** The present sign-in address, which gets the code; null for an account without one. */
  present: string | null
  onChanged: (email: string) => void
  onSignedOut: () => void
  onLeave: () => void
}

/** Asks for the password or a code before the sign-in address changes: the sign-in was too long ago. */
export function ConfirmPrimary({ email, present, onChanged, onSignedOut, onLeave }: ConfirmPrimaryProps) {
  const { platform } = usePage()
  const [view, show] = useState<ProofView>('account')
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [isSending, setSending] = useState(false)
  const { busy, failure, setFailure, run, repeat } = useOwnCall<'changing'>(onSignedOut)
  const sending = useRef<AbortController | null>(null)
  useEffect(() => () => sending.current?.abort(), [])

  return (
    <ProofSteps
      view={view}
      title="Confirm that it’s you"
      isSignedIn
      email={present ?? ''}
      chip={null}
      password={{
        lead: (
          <>
            Enter your password to sign in with <strong dir="ltr">{email.email}</strong> from now on
          </>
        ),
        submit: 'Change sign-in address',
      }}
      challenge={challenge}
      isSending={isSending}
      failure={failure}
      isBusy={busy !== null || isSending}
      busyText={isSending ? 'Sending a code…' : 'Saving…'}
      send={handle}
      hasCode={present !== null}
      below={<BackToAccount onLeave={onLeave} />}
    />
  )

  function handle(event: ProofEvent): void {
    if (event.type === 'proofSubmitted') change({ password: event.password })
    else if (event.type === 'otpSubmitted') change({ token: challenge?.token ?? '', otp: event.otp })
    else if (event.type === 'codeRequested') request()
    else if (event.type === 'retried' && isSending) request()
    else if (event.type === 'retried') repeat()
    else if (event.type === 'passwordChosen') {
      sending.current?.abort()
      setSending(false)
      setFailure(null)
      show('account')
    }
  }

  function change(proof: { password: string } | { token: string; otp: string }): void {
    run('changing', putOwnEmail, { params: { id: email.id }, body: { isPrimary: true, proof } }, (changed) =>
      onChanged(changed.email),
    )
  }

  async function request(): Promise<void> {
    if (present === null) return
    sending.current?.abort()
    const own = new AbortController()
    sending.current = own
    setFailure(null)
    setSending(true)
    const { product } = platformRow(platform)
    const first = { medium: 'email', purpose: 'email_change', email: present } as const
    const sent = await sendCode(product, first, challenge, own.signal)
    if (!sent || own.signal.aborted) return
    setSending(false)
    if (sent.challenge) setChallenge(sent.challenge)
    if (!sent.isSent && !sent.challenge) setFailure(sent.failure)
    show(sent.challenge ? 'code' : 'unsent')
  }
}
