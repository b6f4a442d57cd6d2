/** Shows a social sign-in in the page's form: the wait for the provider, and the reason for a failure. */
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

/**
 * Renders its content at the top of the page's form. The form has no slot for it, because every visitor would load the
 * slot.
 */
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
  /** True while the user is at the provider. */
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
  /** Repeats the call; null if the user must start again at the provider. */
  onRepeat: (() => void) | null
  onBeginAgain: () => void
}

const noForm = { current: null }

/** Explains the failure and offers the next action. */
export function SocialNotice({ provider, failure, onRepeat, onBeginAgain }: SocialNoticeProps) {
  const { site } = usePage()
  const notice = useRef<HTMLDivElement>(null)
  const ticking = useWaitSentence(failure)
  useOnlineRetry(noForm, failure, onRepeat ?? undefined)
  useEffect(() => {
    // A late failure, such as a closed popup, must not interrupt a user who types.
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
