import { platformNames } from '@foyer/contract/platform-names'
import type { Platform } from '@foyer/contract/platforms'
import { useEffect, useRef, useState } from 'react'
import { type Failure, networkFailure, sentenceOf } from '../api/failure.ts'
import { toBrowserTime } from '../api/server-clock.ts'
import { FailureNotice } from '../flow/form/failure-notice.tsx'
import { agoText } from '../flow/time-text.ts'
import { SlowNote } from '../flow/waiting/slow-note.tsx'
import { usePage } from '../platforms/page-context.ts'
import type { StoredUser } from '../session/stored-auth.ts'
import { announce } from '../ui/feedback/live-regions.tsx'
import { AddPlatform } from './add-platform.tsx'
import { enterPlatform, hasSessionAt, type Place } from './enter-platform.ts'
import { type DoorNote, PlatformDoor } from './platform-door.tsx'
import type { Doors } from './use-doors.ts'

type OwnDoor = Doors['doors'][number]

type DoorListProps = {
  listed: Doors
  user: StoredUser
  /** Leaves the page if the session has ended. Returns whether it has. */
  leaveIfEnded: (sentence: string) => boolean
}

/** Lists the user's platforms as doors, and after them the platforms that the user may add. */
export function DoorList({ listed: { doors, addable }, user, leaveIfEnded }: DoorListProps) {
  const { supportEmail } = usePage().site
  const [opening, setOpening] = useState<Place | null>(null)
  const [refused, setRefused] = useState<{ place: Place; failure: Failure } | null>(null)
  /** Counts the taps. The answer to an earlier tap is ignored. */
  const latest = useRef(0)
  useEffect(
    () => () => {
      latest.current = -1
    },
    [],
  )

  return (
    <>
      {doors.length + addable.length > 0 && (
        <ul className="doors" aria-label="Your platforms">
          {doors.map((door) => (
            <li key={door.platform}>
              <PlatformDoor
                platform={door.platform}
                note={noteOf(door)}
                isLocked={placeOf(door, user).entry === 'prove-again'}
                isOpening={opening?.platform === door.platform}
                isBusy={opening !== null}
                onOpen={() => open(placeOf(door, user))}
              />
              {noticeAt(door.platform)}
            </li>
          ))}
          {addable.map(({ platform, home }) => (
            <li key={platform}>
              <AddPlatform
                platform={platform}
                isOpening={opening?.platform === platform}
                isBusy={opening !== null}
                notice={noticeAt(platform)}
                onAdd={() => opening ?? open({ platform, home, entry: 'add' })}
              />
            </li>
          ))}
        </ul>
      )}
      {doors.length < 2 && addable.length === 0 && (
        <p className="small">
          If you need access to another platform, write to{' '}
          <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
        </p>
      )}
      <SlowNote isBusy={opening !== null} onRetry={() => opening && open(opening)} />
    </>
  )

  function noticeAt(platform: Platform) {
    return (
      refused?.place.platform === platform && (
        <FailureNotice failure={refused.failure} onOnline={() => open(refused.place)} />
      )
    )
  }

  async function open(place: Place): Promise<void> {
    latest.current += 1
    const tap = latest.current
    setOpening(place)
    setRefused(null)
    announce(`Opening ${platformNames[place.platform].displayName}…`)
    const entered = await enterPlatform(place, user).catch(
      () => ({ kind: 'failed', failure: networkFailure() }) as const,
    )
    if (latest.current !== tap) return
    if (entered.kind === 'go') return location.assign(entered.url)
    setOpening(null)
    const { failure } = entered
    if (!leaveIfEnded(sentenceOf(failure))) setRefused({ place, failure })
  }
}

function placeOf({ platform, home, entry }: OwnDoor, user: StoredUser): Place {
  if (hasSessionAt(platform, user)) return { platform, home, entry: 'session' }
  return { platform, home, entry: entry === 'continue' ? 'continue' : 'prove-again' }
}

function noteOf({ isCurrent, lastVisitAt }: OwnDoor): DoorNote {
  if (isCurrent) return { text: 'You are here' }
  if (!lastVisitAt) return { text: 'Not visited yet' }
  return { prefix: 'Last visit ', text: agoText(toBrowserTime(lastVisitAt)) }
}
