import { putEmail } from '@foyer/contract/profile/emails'
import { useState } from 'react'
import type { ProofEvent, ProofView } from '../../flow/proof/proof-rows.ts'
import { ProofSteps, passwordTexts } from '../../flow/proof/proof-steps.tsx'
import { BackToSection } from '../back-to-section.tsx'
import { useOwnCall } from '../use-own-call.ts'
import { useSentCode } from '../use-sent-code.ts'

type ConfirmPrimaryProps = {
  email: { id: string; email: string }
  /** The current sign-in address, which receives the code; null for an account without one. */
  present: string | null
  onChanged: (email: string) => void
  onSignedOut: () => void
  onLeave: () => void
}

/** Asks for the password or a code before the sign-in address changes, because the last sign-in was too long ago. */
export function ConfirmPrimary({ email, present, onChanged, onSignedOut, onLeave }: ConfirmPrimaryProps) {
  const [view, show] = useState<ProofView>('account')
  const first = { medium: 'email', purpose: 'email_change', email: present ?? '' } as const
  const { challenge, isSending, send, cancel } = useSentCode(first)
  const { busy, failure, setFailure, call, run, repeat } = useOwnCall<'changing'>(onSignedOut)

  return (
    <ProofSteps
      view={view}
      isSignedIn
      identifier={present ?? ''}
      chip={null}
      password={passwordTexts(
        'Confirm that it’s you',
        <>
          Enter your password to sign in with <strong dir="ltr">{email.email}</strong> from now on
        </>,
        'Change sign-in address',
      )}
      challenge={challenge}
      isSending={isSending}
      failure={failure}
      isBusy={busy !== null || isSending}
      busyText={isSending ? 'Sending a code…' : 'Saving…'}
      send={handle}
      hasCode={present !== null}
      below={<BackToSection onLeave={onLeave} />}
    />
  )

  function handle(event: ProofEvent): void {
    if (event.type === 'proofSubmitted') change({ password: event.password })
    else if (event.type === 'otpSubmitted') change({ token: challenge?.token ?? '', otp: event.otp })
    else if (event.type === 'codeRequested') request()
    else if (event.type === 'retried' && isSending) request()
    else if (event.type === 'retried') repeat()
    else if (event.type === 'passwordChosen') {
      cancel()
      setFailure(null)
      show('account')
    }
  }

  function change(proof: { password: string } | { token: string; otp: string }): void {
    const given = { params: { id: email.id }, body: { isPrimary: true, proof } } as const
    run(
      'changing',
      () => call(putEmail, given),
      (changed) => onChanged(changed.email),
    )
  }

  function request(): void {
    setFailure(null)
    send((refusal) => {
      setFailure(refusal)
      show(refusal ? 'unsent' : 'code')
    })
  }
}
