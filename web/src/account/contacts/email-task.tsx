import { useEffect, useState } from 'react'
import type { Challenge } from '../../flow/otp/challenge.ts'
import { usePage } from '../../platforms/page-context.ts'
import { Step } from '../../ui/page/card.tsx'
import { fragments, type TaskProps } from '../fragments.ts'
import { AddEmailForm } from './add-email-form.tsx'
import { keptEmail } from './kept-email.ts'
import { VerifyEmail } from './verify-email.tsx'

export type EmailTaskProps = TaskProps & {
  fragment: string
  /** The address that the user works on; null after a reload. */
  email: { id: string; email: string } | null
  goTo: (fragment: string) => void
}

/** Shows the form that the fragment names: add an address, or verify an address. */
export function EmailTask({ fragment, email, goTo, onDone, onSignedOut, onLeave }: EmailTaskProps) {
  const { platform } = usePage()
  const [sent, setSent] = useState<{ email: { id: string; email: string }; challenge: Challenge } | null>(
    () => keptTask(platform),
  )
  const wanted = email ?? sent?.email ?? null
  const isLost = fragment !== fragments.addEmail && !wanted
  useEffect(() => {
    if (isLost) onLeave()
  }, [isLost, onLeave])

  const leaving = { onSignedOut, onLeave }
  if (fragment === fragments.addEmail)
    return (
      <Step isNext key="add">
        <AddEmailForm
          {...leaving}
          onAdded={({ id, email }, challenge) => {
            setSent({ email: { id, email }, challenge })
            goTo(fragments.verifyEmail)
          }}
        />
      </Step>
    )
  if (fragment === fragments.verifyEmail && wanted)
    return (
      <Step isNext key="verify">
        <VerifyEmail
          {...leaving}
          email={wanted}
          challenge={sent?.email.id === wanted.id ? sent.challenge : null}
          onVerified={(verified) => onDone(`${verified} verified.`)}
        />
      </Step>
    )
  return null
}

function keptTask(platform: Parameters<typeof keptEmail.read>[0]) {
  const kept = keptEmail.read(platform)
  if (!kept) return null
  const { id, email, token, resendAtMs } = kept
  return { email: { id, email }, challenge: { token, resendAtMs, isNew: false } }
}
