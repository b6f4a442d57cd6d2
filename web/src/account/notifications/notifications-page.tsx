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
    <SectionCard
      page="account-notifications"
      action={
        <a
          className="button button-quiet notifications-settings"
          href={`?platform=${platform}#${fragments.preferences}`}
          onClick={(event) => {
            event.preventDefault()
            section.openForm(fragments.preferences)
          }}
        >
          <SettingsIcon />
          Settings
          <span className="visually-hidden"> of notifications</span>
        </a>
      }
      section={section}
    >
      {/* Another tab may sign another user in. */}
      {user && <NotificationList key={user.uuid} leaveIfEnded={leaveIfEnded} />}
    </SectionCard>
  )
}

/** Draws a slider on each of two lines. */
function SettingsIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M3 8h5m6 0h7M3 16h9m6 0h3" />
      <circle cx="11" cy="8" r="3" />
      <circle cx="15" cy="16" r="3" />
    </svg>
  )
}
