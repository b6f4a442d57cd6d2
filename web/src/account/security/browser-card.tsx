import { platformNames } from '@foyer/contract/platform-names'
import type { ReactNode } from 'react'
import { agoText, dateText } from '../../flow/time-text.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { type BrowserGroup, type ListedSession, platformsText } from './browser-groups.ts'

export type BrowserChange = 'ending' | 'disowning' | 'forgetting'

type BrowserCardProps = {
  group: BrowserGroup
  busy: BrowserChange | null
  /** Says why the last request about this browser failed. */
  notice: ReactNode
  onEnd: () => void
  onEndSession: (session: ListedSession) => void
  onDisown: () => void
  /** Asks for the second factor there again. */
  onForget: () => void
}

/** Shows a browser with the platforms at which the user is signed in there. */
export function BrowserCard({
  group,
  busy,
  notice,
  onEnd,
  onEndSession,
  onDisown,
  onForget,
}: BrowserCardProps) {
  const { key, name, isHere, lastSeenAtMs, rememberedUntil, sessions } = group
  const headingId = `browser-${key}`
  const when = isHere ? 'This browser, now' : `Last used ${agoText(lastSeenAtMs)}`
  return (
    <li className="browser" data-here={isHere || undefined} aria-busy={busy !== null}>
      <h3 id={headingId} tabIndex={-1}>
        <bdi>{name}</bdi>
      </h3>
      <p className="browser-platforms">{platformsText(group)}</p>
      <p className="browser-when">{when}</p>
      {rememberedUntil && (
        <p className="browser-when">
          Needs no second step until {dateText(Date.parse(rememberedUntil))}{' '}
          <Button look="quiet" busyText={busy === 'forgetting' ? 'One moment…' : null} onClick={onForget}>
            Ask again<span className="visually-hidden"> in {name}</span>
          </Button>
        </p>
      )}
      {!isHere && (
        <div className="browser-actions">
          <Button
            look="secondary"
            busyText={busy === 'disowning' ? 'Signing it out…' : null}
            onClick={onDisown}
          >
            That’s not me<span className="visually-hidden"> in {name}</span>
          </Button>
          <Button look="quiet" busyText={busy === 'ending' ? 'Signing out…' : null} onClick={onEnd}>
            {sessions.length > 1 ? 'Sign out of all' : 'Sign out'}
            <span className="visually-hidden">
              {' '}
              {sessions.length > 1 ? 'in' : 'of'} {name}
            </span>
          </Button>
        </div>
      )}
      {notice}
      {sessions.length > 1 && (
        // biome-ignore lint/a11y/noRedundantRoles: Safari takes the role from lists without markers.
        <ul className="browser-sessions" role="list">
          {sessions.map((session) => (
            <PlatformSession key={session.id} {...{ session, name }} onEnd={() => onEndSession(session)} />
          ))}
        </ul>
      )}
    </li>
  )
}

type PlatformSessionProps = { session: ListedSession; name: string; onEnd: () => void }

function PlatformSession({ session, name, onEnd }: PlatformSessionProps) {
  const { displayName } = platformNames[session.platform]
  return (
    <li>
      <span className="browser-session-name">
        {displayName}
        <span className="browser-when">
          {session.isCurrent ? 'You are here' : `Last used ${agoText(Date.parse(session.lastSeenAt))}`}
        </span>
      </span>
      {!session.isCurrent && (
        <Button look="quiet" onClick={onEnd}>
          Sign out
          <span className="visually-hidden">
            {' '}
            of {displayName} in {name}
          </span>
        </Button>
      )}
    </li>
  )
}
