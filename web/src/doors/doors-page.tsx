import { greetingName } from '../flow/form/greeting-name.ts'
import { useOwnUser } from '../flow/navigation/use-own-user.ts'
import { useTitle } from '../flow/navigation/use-title.ts'
import { usePage } from '../platforms/page-context.ts'
import { personHere } from '../session/last-person.ts'
import type { StoredUser } from '../session/stored-auth.ts'
import { ButtonLink } from '../ui/feedback/button.tsx'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import { Card, Heading } from '../ui/page/card.tsx'
import { Avatar } from '../ui/page/identity-chip.tsx'
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
  const person = personHere(user.uuid)
  const name = user.fullName || (user.email ?? '')
  return (
    <div className="doors-page">
      <div className="doors-head">
        <Avatar name={name} picture={person?.picture ?? null} />
        <Heading title={titleFor(user)} lead={leadOf(listed?.doors.length)} />
      </div>
      <div className="stack" aria-busy={!listed && !failure}>
        <DoorsOfUser {...{ doors, user, leaveIfEnded }} />
        <ButtonLink look="secondary" href={`/account?platform=${platform}`}>
          Your account
        </ButtonLink>
      </div>
    </div>
  )
}

function titleFor({ firstName }: StoredUser): string {
  return firstName ? `Where to, ${greetingName(firstName)}?` : title
}

/** The number of doors is undefined until they are loaded. */
function leadOf(count = 2): string {
  if (count > 1) return 'One sign-in for all of them.'
  return `Your account has ${count === 1 ? 'one platform' : 'no platform to go to from here'}.`
}
