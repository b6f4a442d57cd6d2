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

/** Sign-ins at one platform in browsers of one name, the newest first. The user cannot tell them apart. */
export type SignInGroup = { key: string; latest: NewSignIn; signIns: readonly NewSignIn[] }

type NewSignInProps = {
  group: SignInGroup
  /** Called once the user has said that the sign-ins were theirs. */
  onConfirmed: () => void
  onSignedOut: () => void
}

/** Groups the sign-ins that look alike. An unknown browser is by itself. */
export function groupSignIns(signIns: readonly NewSignIn[]): SignInGroup[] {
  const groups = Map.groupBy(signIns, ({ device, platform, session }) =>
    device === null ? session : `${device} ${platform}`,
  )
  return [...groups.values()].flatMap((members) => {
    const [latest] = members
    return latest ? [{ key: latest.session, latest, signIns: members }] : []
  })
}

/** Asks the user whether sign-ins in a new browser were theirs. If they were not, the user is led to a new password. */
export function NewSignInTask({ group, onConfirmed, onSignedOut }: NewSignInProps) {
  const { platform } = usePage()
  const { key, latest, signIns } = group
  const { device, at } = latest
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
  const textId = `new-sign-in-${key}`
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
        Was this you? {signIns.length === 1 ? 'New sign-in' : `${signIns.length} new sign-ins`} in{' '}
        <bdi>{name}</bdi>
      </p>
      <span className="small">
        {platformNames[latest.platform].displayName}, {signIns.length > 1 && 'last '}
        {momentText(toBrowserTime(at))}
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
    run(kind, () => answerAll(route), done)
  }

  /** Answers for each sign-in. After a failure, the next press goes on, because each answer can be sent again. */
  async function answerAll(route: typeof confirmSession | typeof disownSession) {
    for (const { session } of signIns) {
      const answer = await call(route, { params: { id: session } })
      if (answer === 'reloading') return answer
      // The service has deleted a session that ended long ago.
      if (!answer.isSuccessful && answer.errors.code !== 'not-found') return answer
    }
    return { isSuccessful: true as const, data: null }
  }
}
