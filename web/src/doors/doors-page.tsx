import { useOwnUser } from '../flow/navigation/use-own-user.ts'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import { Card } from '../ui/page/card.tsx'
import { DoorsOfUser } from './doors-of-user.tsx'

/** Shows the platforms of a signed-in user, who goes to any of them with one tap (product 4). */
export function DoorsPage() {
  const { user, leaveIfEnded } = useOwnUser('doors')
  if (!user) return <PageSpinner text="Loading" />
  return (
    <Card>
      {/* Another tab may sign another user in. */}
      <DoorsOfUser key={user.uuid} {...{ user, leaveIfEnded }} />
    </Card>
  )
}
