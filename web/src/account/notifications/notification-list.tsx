import { listNotifications, type Notification, openNotification } from '@foyer/contract/routes/notifications'
import { networkFailure, sentenceOf } from '../../api/failure.ts'
import { usePage } from '../../platforms/page-context.ts'
import { callOwn } from '../../session/own-call.ts'
import { reportOpened } from '../../session/unread-notifications.ts'
import { showToast } from '../../ui/feedback/toast-text.ts'
import { EndOfList } from '../end-of-list.tsx'
import { PartLoading } from '../section-part.tsx'
import { usePagedList } from '../use-paged-list.ts'
import { NotificationEntry } from './notification-entry.tsx'

/** Lists the notifications, the newest first. More are loaded when the end of the list comes into view. */
export function NotificationList({ leaveIfEnded }: { leaveIfEnded: (sentence: string) => boolean }) {
  const { platform } = usePage()
  const { listed, setListed, isComplete, hasMore, failure, loadMore } = usePagedList<Notification>(
    'own',
    (query, signal) => callOwn(platform, listNotifications, { query }, { signal }),
    leaveIfEnded,
  )

  return (
    <>
      {isComplete && listed.length === 0 && (
        <div className="empty-state">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <use href="#mark" />
          </svg>
          <p className="empty-state-title">No news yet</p>
          <p>Results, answers and dates from your platforms appear here.</p>
        </div>
      )}
      {listed.length > 0 && (
        <ul className="notifications" aria-label="Notifications">
          {listed.map((entry) => (
            <NotificationEntry key={entry.id} {...{ entry }} onMark={(isRead) => mark(entry, isRead)} />
          ))}
        </ul>
      )}
      {hasMore && <EndOfList onNear={loadMore} />}
      {!isComplete && !hasMore && (
        <PartLoading
          what={listed.length > 0 ? 'more notifications' : 'your notifications'}
          failure={failure}
          load={loadMore}
        />
      )}
    </>
  )

  /** Shows the change at once, and takes it back if the service refuses it. */
  async function mark(entry: Notification, isRead: boolean): Promise<void> {
    const dateOpened = isRead ? new Date().toISOString() : null
    replace({ ...entry, dateOpened })
    const given = { params: { id: entry.id }, body: { dateOpened } }
    const answer = await callOwn(platform, openNotification, given, { keepalive: true }).catch(networkFailure)
    if (answer === 'reloading') return
    if (answer.isSuccessful) reportOpened()
    else {
      replace(entry)
      if (!leaveIfEnded(sentenceOf(answer))) showToast(sentenceOf(answer))
    }
  }

  function replace(changed: Notification): void {
    setListed((known) => known.map((one) => (one.id === changed.id ? changed : one)))
  }
}
