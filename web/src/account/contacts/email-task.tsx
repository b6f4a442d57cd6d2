import { useEffect, useState } from 'react'
import type { Challenge } from '../../flow/otp/challenge.ts'
import { usePage } from '../../platforms/page-context.ts'
import { replaceEmail } from '../../session/replace-name.ts'
import { Step } from '../../ui/page/card.tsx'
import { fragments, type TaskProps } from '../fragments.ts'
import { AddEmailForm } from './add-email-form.tsx'
import { ConfirmPrimary } from './confirm-primary.tsx'
import { keptEmail } from './kept-email.ts'
import { VerifyEmail } from './verify-email.tsx'

export type EmailTaskProps = TaskProps & {
  fragment: string
  /** The address that the user works on; null after a reload. */
  email: { id: string; email: string } | null
  goTo: (fragment: string) => void
}

/** Shows the form that the fragment names: add an address, verify an address, or confirm the new sign-in address. */
export function EmailTask({ fragment, user, email, goTo, onDone, onSignedOut, onLeave }: EmailTaskProps) {
  const { platform } = usePage()
  const [sent, setSent] = useState<{ email: { id: string; email: string }; challenge: Challenge } | null>(
    () => keptTask(platform),
  )
  const wanted = email ?? sent?.email ?? null
  const isLost = fragment !== fragments.addEmail && !(fragment === fragments.verifyEmail ? wanted : email)
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
  if (email && fragment === fragments.confirmEmail)
    return (
      <Step isNext key="confirm">
        <ConfirmPrimary
          {...leaving}
          email={email}
          present={user.email}
          onChanged={(changed) => {
            replaceEmail(user, changed)
            onDone(`You now sign in with ${changed}.`)
          }}
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
