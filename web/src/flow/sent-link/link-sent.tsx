import { channelOf } from '@foyer/contract/contact'
import { waitInWords } from '@foyer/contract/errors'
import { type ReactNode, useEffect } from 'react'
import type { Failure } from '../../api/failure.ts'
import { Button, ButtonLink } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { ArchSign } from '../../ui/page/arch-sign.tsx'
import { Heading } from '../../ui/page/card.tsx'
import { FailureNotice } from '../form/failure-notice.tsx'
import { useTitle } from '../navigation/use-title.ts'
import { ResendButton } from '../waiting/resend-button.tsx'
import { SlowNote } from '../waiting/slow-note.tsx'
import { mailboxOf } from './mailbox-of.ts'
import './link-sent.css'

type LinkSentProps = {
  /** Contains `{address}`, which the step replaces by the address. */
  sentence: string
  /** The recipient; masked if this browser does not know the full address. */
  address: string
  resendAtMs: number
  /** True if this page has sent a link before. */
  isAgain: boolean
  isBusy: boolean
  failure: Failure | null
  onResend: () => void
  onRetry: () => void
  /** Opens the form again ('Use another address'); set if the user typed the address. */
  onChange?: () => void
  below?: ReactNode
}

/** Shows where the link was sent, and what the user can do if no message arrives. */
export function LinkSent(props: LinkSentProps) {
  const { sentence, address, resendAtMs, isAgain, isBusy, failure } = props
  const { onResend, onRetry, onChange, below } = props
  const medium = channelOf(address)
  const mailbox = mailboxOf(address)
  const title = medium === 'sms' ? 'Check your phone' : 'Check your email'
  const [before, after] = sentence.split('{address}')
  useTitle(title, failure !== null)

  useEffect(() => document.getElementById('title')?.focus(), [])

  // Announces each sent link once.
  useEffect(() => {
    const waitSeconds = Math.ceil((resendAtMs - Date.now()) / 1000)
    const next = waitSeconds > 0 ? ` You can ask for another in ${waitInWords(waitSeconds)}.` : ''
    announce(`${title}.${isAgain ? ' Link sent again.' : ''}${next}`)
  }, [resendAtMs, isAgain, title])

  return (
    <>
      <ArchSign badge="sent" />
      <Heading
        title={title}
        lead={
          <>
            {before}
            <strong dir="ltr">{address}</strong>
            {after}
          </>
        }
      />
      <div className="stack">
        <FailureNotice failure={failure} onOnline={onResend} />
        {mailbox && (
          <ButtonLink href={mailbox.url} target="_blank" rel="noopener noreferrer">
            Open {mailbox.name}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </ButtonLink>
        )}
        <p className="small">
          {medium === 'email'
            ? 'It can take a few minutes. Check your spam folder too. Only the newest link works.'
            : 'It can take a few minutes. Only the newest link works.'}
        </p>
        <div className="link-ways">
          <ResendButton
            label="Resend link"
            whenReady="You can ask for another link now."
            resendAtMs={resendAtMs}
            isBusy={isBusy}
            onResend={onResend}
          />
          {onChange && (
            <Button look="quiet" onClick={onChange}>
              Use another address
            </Button>
          )}
        </div>
        <SlowNote isBusy={isBusy} onRetry={onRetry} />
        {below}
      </div>
    </>
  )
}
