import { platformNames } from '@foyer/contract/platform-names'
import type { Notification } from '@foyer/contract/routes/notifications'
import { toBrowserTime } from '../../api/server-clock.ts'
import { PlatformMark } from '../../doors/platform-mark.tsx'
import { agoText } from '../../flow/time-text.ts'
import { Button } from '../../ui/feedback/button.tsx'

type NotificationEntryProps = {
  entry: Notification
  /** Called when the user marks the notification as read or unread, or follows its link. */
  onMark: (isRead: boolean) => void
}

export function NotificationEntry({ entry, onMark }: NotificationEntryProps) {
  const { id, platform, title, body, url, createdAt, dateOpened } = entry
  const isRead = dateOpened !== null
  const { displayName } = platformNames[platform]
  const titleId = `notification-${id}`
  return (
    <li className="notification" data-unread={!isRead || undefined}>
      <PlatformMark platform={platform} />
      <h2 id={titleId}>
        {!isRead && <span className="visually-hidden">Unread: </span>}
        {title}
      </h2>
      <p className="small">
        {displayName}, <time dateTime={createdAt}>{agoText(toBrowserTime(createdAt))}</time>
      </p>
      <p className="notification-body">{body}</p>
      <div className="facts-answers">
        {url !== null && (
          <a
            className="button button-secondary"
            href={url}
            aria-describedby={titleId}
            onClick={() => isRead || onMark(true)}
          >
            {isOwnPage(url) ? 'Open' : `Open at ${displayName}`}
          </a>
        )}
        <Button look="quiet" aria-describedby={titleId} onClick={() => onMark(!isRead)}>
          Mark as {isRead ? 'unread' : 'read'}
        </Button>
      </div>
    </li>
  )
}

/** A notification of Foyer itself leads to a page of the account. */
function isOwnPage(url: string): boolean {
  return new URL(url).origin === location.origin
}
