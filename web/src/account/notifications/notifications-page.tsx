import { usePage } from '../../platforms/page-context.ts'
import { fragments } from '../fragments.ts'
import { SectionCard } from '../section-card.tsx'
import { useSection } from '../use-section.ts'
import { NotificationList } from './notification-list.tsx'
import { NotificationPreferences } from './notification-preferences.tsx'

/** Shows what platforms have told the user, and what the user wants to hear. */
export function NotificationsPage() {
  const section = useSection('account-notifications')
  const { platform } = usePage()
  const { user, leaveIfEnded } = section
  if (user && section.fragment === fragments.preferences)
    return <NotificationPreferences key={user.uuid} section={section} />
  return (
    <SectionCard page="account-notifications" section={section}>
      {user && (
        <>
          <p className="notifications-choice">
            <a
              className="button button-secondary"
              href={`?platform=${platform}#${fragments.preferences}`}
              onClick={(event) => {
                event.preventDefault()
                section.openForm(fragments.preferences)
              }}
            >
              Choose what you get
            </a>
          </p>
          {/* Another tab may sign another user in. */}
          <NotificationList key={user.uuid} leaveIfEnded={leaveIfEnded} />
        </>
      )}
    </SectionCard>
  )
}
