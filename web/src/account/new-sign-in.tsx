import { platformNames } from '@foyer/contract/platform-names'
import type { Result } from '@foyer/contract/routes/route'
import { confirmSession, disownSession } from '@foyer/contract/routes/sessions'
import type { listNewSignIns } from '@foyer/contract/routes/sign-ins'
import { useEffect, useRef, useState } from 'react'
import { noticeOf } from '../api/failure.ts'
import { toBrowserTime } from '../api/server-clock.ts'
import { momentText } from '../flow/time-text.ts'
import { usePage } from '../platforms/page-context.ts'
import { Button } from '../ui/feedback/button.tsx'
import { ErrorNotice } from '../ui/feedback/notice.tsx'
import { fragments } from './fragments.ts'
import { unknownBrowser } from './security/browser-groups.ts'
import { noteDisowned } from './security/disowned-sign-in.ts'
import { useOwnCall } from './use-own-call.ts'

export type NewSignIn = Result<typeof listNewSignIns>[number]

type NewSignInProps = {
  signIn: NewSignIn
  /** Called once the user has said that the sign-in was theirs. */
  onConfirmed: () => void
  onSignedOut: () => void
}

/** Asks the user whether a sign-in in a new browser was theirs. If it was not, the user is led to a new password. */
export function NewSignInTask({ signIn, onConfirmed, onSignedOut }: NewSignInProps) {
  const { platform } = usePage()
  const { session, device, at } = signIn
  const { busy, failure, call, run } = useOwnCall<'confirming' | 'disowning'>(onSignedOut)
  const [isDisowned, setDisowned] = useState(false)
  const next = useRef<HTMLAnchorElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isDisowned) next.current?.focus()
  }, [isDisowned])
  useEffect(() => {
    if (failure) notice.current?.focus()
  }, [failure])

  const name = device ?? unknownBrowser
  const textId = `new-sign-in-${session}`
  const problem = failure && noticeOf(failure)
  if (isDisowned)
    return (
      <li>
        <a href={`/account/security?platform=${platform}#${fragments.password}`} ref={next}>
          Choose a new password
        </a>
        <span className="small">
          <bdi>{name}</bdi> is signed out. Whoever it was may know your password, and may have added ways in,
          which “Security” then shows.
        </span>
      </li>
    )
  return (
    <li>
      <p className="attention-question" id={textId}>
        Was this you? New sign-in in <bdi>{name}</bdi>
      </p>
      <span className="small">
        {platformNames[signIn.platform].displayName}, {momentText(toBrowserTime(at))}
      </span>
      {problem && <ErrorNotice title={problem} ref={notice} />}
      <div className="facts-answers">
        <Button
          look="secondary"
          aria-describedby={textId}
          busyText={busy === 'confirming' ? 'One moment…' : null}
          onClick={() => answer('confirming')}
        >
          It was me
        </Button>
        <Button
          look="secondary"
          aria-describedby={textId}
          busyText={busy === 'disowning' ? 'Signing it out…' : null}
          onClick={() => answer('disowning')}
        >
          That’s not me
        </Button>
      </div>
    </li>
  )

  function answer(kind: 'confirming' | 'disowning'): void {
    if (busy) return
    const disowned = () => {
      noteDisowned(platform, at)
      setDisowned(true)
    }
    const done = kind === 'confirming' ? onConfirmed : disowned
    const route = kind === 'confirming' ? confirmSession : disownSession
    run(
      kind,
      () => call(route, { params: { id: session } }),
      done,
      ({ errors }) => {
        // The service has deleted the session, which ended long ago.
        if (errors.code !== 'not-found') return false
        done()
        return true
      },
    )
  }
}
