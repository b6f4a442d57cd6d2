import { withQuery } from '@foyer/contract/addresses'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Failure } from '../api/failure.ts'
import { FailureNotice } from '../flow/form/failure-notice.tsx'
import { useTitle } from '../flow/navigation/use-title.ts'
import { SlowNote } from '../flow/waiting/slow-note.tsx'
import { usePage } from '../platforms/page-context.ts'
import { takeLogoutConfirmation } from '../session/logout-confirmation.ts'
import { signOutEverywhere } from '../session/logout-everywhere.ts'
import { Button, ButtonLink } from '../ui/feedback/button.tsx'
import { announce } from '../ui/feedback/live-regions.tsx'
import { ArchSign } from '../ui/page/arch-sign.tsx'
import { Card, Heading } from '../ui/page/card.tsx'
import { PlatformLogouts } from './platform-logouts.tsx'
import type { Ended } from './use-platform-logouts.ts'

const title = 'Sign out of everything'

/**
 * Signs every account out of every platform in this browser, after one tap: on the page itself, or on the bar of a shared
 * computer before it. Then shows which platforms have confirmed.
 */
export function LogoutEverywherePage() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [ended, setEnded] = useState<Ended | null>(null)
  const startIfConfirmed = useEffectEvent(() => {
    if (takeLogoutConfirmation()) signOut()
  })
  useEffect(() => startIfConfirmed(), [])

  return (
    <Card>
      {ended ? <SignedOut ended={ended} /> : <Question {...{ failure, isBusy }} onConfirm={signOut} />}
    </Card>
  )

  async function signOut(): Promise<void> {
    setBusy(true)
    const answer = await signOutEverywhere()
    setBusy(false)
    setFailure(answer.isSuccessful ? null : answer)
    if (answer.isSuccessful) setEnded(answer.data)
  }
}

type QuestionProps = { failure: Failure | null; isBusy: boolean; onConfirm: () => void }

function Question({ failure, isBusy, onConfirm }: QuestionProps): ReactNode {
  const { platform, site } = usePage()
  useTitle(title, failure !== null)
  useEffect(() => {
    if (!isBusy) return
    announce('Signing out…')
    return () => announce('')
  }, [isBusy])
  const account = withQuery('/account', new URLSearchParams(), { platform })
  return (
    <>
      <Heading
        title={title}
        lead={
          failure
            ? `This browser has forgotten your accounts. Platforms of ${site.provider} may still have you signed in here.`
            : `This ends the sign-ins of all accounts in this browser, at every platform of ${site.provider}. Other browsers and devices stay signed in.`
        }
      />
      <div className="stack">
        <FailureNotice failure={isBusy ? null : failure} onOnline={onConfirm} />
        <Button busyText={isBusy ? 'Signing out…' : null} onClick={onConfirm}>
          {failure ? 'Try again' : 'Sign out of everything'}
        </Button>
        <SlowNote isBusy={isBusy} onRetry={onConfirm} />
        {!failure && !isBusy && (
          <ButtonLink look="quiet" href={account}>
            Stay signed in
          </ButtonLink>
        )}
      </div>
    </>
  )
}

function SignedOut({ ended }: { ended: Ended }): ReactNode {
  const { paths, site } = usePage()
  const isEmpty = ended.platforms.length === 0
  const heading = isEmpty ? 'Nobody is signed in here' : 'You are signed out'
  useTitle(heading)
  useEffect(() => document.getElementById('title')?.focus(), [])
  return (
    <>
      <ArchSign badge="done" />
      <Heading
        title={heading}
        lead={
          isEmpty
            ? `This browser has no sign-in at ${site.provider}.`
            : `All accounts are signed out of ${site.provider} in this browser. Each platform signs you out, too:`
        }
      />
      <div className="stack">
        {!isEmpty && <PlatformLogouts ended={ended} />}
        <ButtonLink look="secondary" href={paths.signIn}>
          Sign in
        </ButtonLink>
      </div>
    </>
  )
}
