import { SectionCard } from '../section-card.tsx'
import { useSection } from '../use-section.ts'
import { NotificationList } from './notification-list.tsx'

/** Shows what platforms have told the user. */
export function NotificationsPage() {
  const section = useSection('account-notifications')
  const { user, leaveIfEnded } = section
  return (
    <SectionCard page="account-notifications" section={section}>
      {/* Another tab may sign another user in. */}
      {user && <NotificationList key={user.uuid} leaveIfEnded={leaveIfEnded} />}
    </SectionCard>
  )
}
