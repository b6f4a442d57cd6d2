import { useOwnUser } from '../flow/navigation/use-own-user.ts'
import { useTitle } from '../flow/navigation/use-title.ts'
import { usePage } from '../platforms/page-context.ts'
import type { StoredUser } from '../session/stored-auth.ts'
import { ButtonLink } from '../ui/feedback/button.tsx'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import { Card, Heading } from '../ui/page/card.tsx'
import { DoorsOfUser } from './doors-of-user.tsx'
import { useDoors } from './use-doors.ts'

const title = 'Where to?'

/** Shows the platforms of a signed-in user, who goes to any of them with one tap (product 4). */
export function DoorsPage() {
  const { user, leaveIfEnded } = useOwnUser('doors')
  if (!user) return <PageSpinner text="Loading" />
  return (
    <Card>
      {/* Another tab may sign another user in. */}
      <OwnDoors key={user.uuid} {...{ user, leaveIfEnded }} />
    </Card>
  )
}

type OwnDoorsProps = { user: StoredUser; leaveIfEnded: (sentence: string) => boolean }

function OwnDoors({ user, leaveIfEnded }: OwnDoorsProps) {
  const { platform } = usePage()
  const doors = useDoors(leaveIfEnded)
  const { listed, failure } = doors
  useTitle(title, failure !== null)
  return (
    <>
      <Heading title={title} lead={listed && !failure ? leadOf(user, listed.doors.length) : null} />
      <div className="stack" aria-busy={!listed && !failure}>
        <DoorsOfUser {...{ doors, user, leaveIfEnded }} />
        <ButtonLink look="secondary" href={`/account?platform=${platform}`}>
          Your account
        </ButtonLink>
      </div>
    </>
  )
}

function leadOf(user: StoredUser, count: number): string {
  const name = user.fullName || user.email
  const who = name ? `You are signed in as ${name}.` : 'You are signed in.'
  if (count > 1) return who
  return `${who} Your account has ${count === 1 ? 'one platform' : 'no platform to go to from here'}.`
}
