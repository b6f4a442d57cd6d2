/** Shows a social sign-in in the form of the page: the wait for the provider, and why it did not sign the user in. */
import { persists } from '@foyer/contract/sentences'
import { providerNames, type SocialProvider } from '@foyer/contract/social/providers'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Failure, noticeOf } from '../api/failure.ts'
import { SlowNote } from '../flow/waiting/slow-note.tsx'
import { useOnlineRetry } from '../flow/waiting/use-online-retry.ts'
import { useWaitSentence } from '../flow/waiting/use-wait-sentence.ts'
import { usePage } from '../platforms/page-context.ts'
import { Button } from '../ui/feedback/button.tsx'
import { announce, announceWork } from '../ui/feedback/live-regions.tsx'
import { ErrorNotice } from '../ui/feedback/notice.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import './social-notices.css'

/** Puts its content at the top of the page's form. The form itself has no place for it, which every visitor would load. */
export function FormTop({ children }: { children: ReactNode }) {
  const [place] = useState(() => document.createElement('div'))
  useLayoutEffect(() => {
    place.className = 'stack-part'
    document.querySelector('.form-frame > .stack')?.prepend(place)
    return () => place.remove()
  }, [place])
  return createPortal(children, place)
}

type SocialWaitProps = {
  provider: SocialProvider
  /** The user is at the provider, not yet back. */
  isAway: boolean
  onCancel: () => void
  onRetry: () => void
}

export function SocialWait({ provider, isAway, onCancel, onRetry }: SocialWaitProps) {
  const name = providerNames[provider]
  const text = isAway ? `Finish in the ${name} window` : `Signing in with ${name}…`
  useEffect(() => {
    announceWork(text)
    return () => announce('')
  }, [text])
  return (
    <>
      <p className="social-wait">
        <Spinner />
        <span>{text}</span>
        {isAway && (
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </p>
      <SlowNote isBusy={!isAway} onRetry={onRetry} />
    </>
  )
}

type SocialNoticeProps = {
  provider: SocialProvider
  failure: Failure
  /** Set if the same call can be repeated; else the user begins anew at the provider. */
  onRepeat: (() => void) | null
  onBeginAgain: () => void
}

const noForm = { current: null }

/** Says what went wrong and what the user can do. */
export function SocialNotice({ provider, failure, onRepeat, onBeginAgain }: SocialNoticeProps) {
  const { site } = usePage()
  const notice = useRef<HTMLDivElement>(null)
  const ticking = useWaitSentence(failure)
  useOnlineRetry(noForm, failure, onRepeat ?? undefined)
  useEffect(() => {
    // A late failure, as of a closed popup, does not interrupt a user who types.
    if (!document.activeElement?.matches('input')) notice.current?.focus()
  }, [])
  const text = noticeOf(failure)
  if (ticking === null || text === null) return null
  const { code } = failure.errors
  const isClosed = code === 'social-refused' || code === 'no-access'
  const isTimed = failure.retryAfterSeconds !== null
  return (
    <ErrorNotice title={text} ticking={ticking} ref={notice}>
      {isClosed && (
        <p>
          Sign in another way. {persists} <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>.
        </p>
      )}
      {code === 'social-failed' && <p>Try again, or go on without {providerNames[provider]}.</p>}
      {!isClosed && !isTimed && (
        <Button look="quiet" onClick={onRepeat ?? onBeginAgain}>
          Try again
        </Button>
      )}
    </ErrorNotice>
  )
}
