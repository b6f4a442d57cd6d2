import { FailureNotice } from '../flow/form/failure-notice.tsx'
import { SlowNote } from '../flow/waiting/slow-note.tsx'
import { usePage } from '../platforms/page-context.ts'
import type { StoredUser } from '../session/stored-auth.ts'
import { Button } from '../ui/feedback/button.tsx'
import { DoorList } from './door-list.tsx'
import { PlatformMark } from './platform-mark.tsx'
import type { OwnDoors } from './use-doors.ts'

type DoorsOfUserProps = {
  doors: OwnDoors
  user: StoredUser
  /** Leaves the page if the session has ended. Returns whether it has. */
  leaveIfEnded: (sentence: string) => boolean
}

/** Doors that stand for those that are being loaded. */
const outline = ['first', 'second', 'third', 'fourth']

/** Shows the user's platforms as doors once they are loaded, or why they are not. */
export function DoorsOfUser({ doors, user, leaveIfEnded }: DoorsOfUserProps) {
  const { platform } = usePage()
  const { listed, failure, visits, loadAgain } = doors
  if (failure)
    return (
      <>
        <FailureNotice failure={failure} onOnline={loadAgain} />
        <Button onClick={loadAgain}>Try again</Button>
      </>
    )
  if (listed) return <DoorList key={visits} {...{ listed, user, leaveIfEnded }} />
  return (
    <>
      <span className="visually-hidden" role="status">
        Loading your platforms…
      </span>
      <div className="doors doors-outline" aria-hidden="true">
        {outline.map((key) => (
          <span key={key} className="platform-door">
            <PlatformMark platform={platform} />
          </span>
        ))}
      </div>
      <SlowNote isBusy onRetry={loadAgain} />
    </>
  )
}
