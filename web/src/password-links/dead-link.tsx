import type { LinkPurpose } from '@foyer/contract/routes/password-links'
import { useEffect, useState } from 'react'
import type { Failure } from '../api/failure.ts'
import { FailureNotice } from '../flow/form/failure-notice.tsx'
import { EntryLink } from '../flow/navigation/entry-link.tsx'
import { useTitle } from '../flow/navigation/use-title.ts'
import { fitsMask, readRecipient } from '../flow/sent-link/kept-recipient.ts'
import { SignInLink } from '../flow/sent-link/sign-in-link.tsx'
import { SlowNote } from '../flow/waiting/slow-note.tsx'
import { usePage } from '../platforms/page-context.ts'
import { Button } from '../ui/feedback/button.tsx'
import { announce } from '../ui/feedback/live-regions.tsx'
import { ArchSign } from '../ui/page/arch-sign.tsx'
import { Heading } from '../ui/page/card.tsx'
import type { DeadReason } from './link-machine.ts'
import { deadLinkTexts } from './link-texts.ts'

type DeadLinkProps = {
  deadReason: DeadReason
  purpose: LinkPurpose
  /** The masked recipient; null if the link belongs to no user. */
  account: string | null
  failure: Failure | null
  isBusy: boolean
  onSend: () => void
  onRetry: () => void
}

const badges = { expired: 'expired', used: 'done', invalid: 'wrong', missing: 'lost' } as const

/** Explains why the link does not work and offers a button that sends a new link. */
export function DeadLink(props: DeadLinkProps) {
  const { deadReason, purpose, account, failure, isBusy, onSend, onRetry } = props
  const { title, lead } = deadLinkTexts(deadReason, purpose)
  const [recipient] = useState(readRecipient)
  useTitle(title, true)

  useEffect(() => document.getElementById('title')?.focus(), [])

  useEffect(() => {
    if (!isBusy) return
    announce('Sending…')
    return () => announce('')
  }, [isBusy])

  return (
    <>
      <ArchSign badge={badges[deadReason]} />
      <Heading title={title} lead={lead} />
      <div className="stack">
        <FailureNotice failure={failure} onOnline={onSend} />
        {account === null || failure?.errors.challenge ? (
          <RequestAgain identifier={recipient} />
        ) : (
          <Button busyText={isBusy ? 'Sending…' : null} onClick={onSend}>
            Send a new link to <span className="dead-link-account">{account}</span>
          </Button>
        )}
        <SlowNote isBusy={isBusy} onRetry={onRetry} />
        <SignInLink
          identifier={account === null || (recipient && fitsMask(recipient, account)) ? recipient : null}
        >
          {deadReason === 'used' ? 'That was me, sign in' : 'Back to sign in'}
        </SignInLink>
      </div>
    </>
  )
}

/** Links to forgot password, prefilled with the last contact. Only that page may show a vendor's captcha; this page may not. */
function RequestAgain({ identifier }: { identifier: string | null }) {
  const { paths } = usePage()
  return (
    paths.forgotPassword && (
      <EntryLink href={paths.forgotPassword} className="button button-primary" typed={() => identifier ?? ''}>
        Get a new link
      </EntryLink>
    )
  )
}
