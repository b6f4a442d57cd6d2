import { listNotifications, type Notification, openNotification } from '@foyer/contract/routes/notifications'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Failure, networkFailure, sentenceOf } from '../../api/failure.ts'
import { usePage } from '../../platforms/page-context.ts'
import { callSignedIn } from '../../session/signed-in-call.ts'
import { reportOpened } from '../../session/unread-notifications.ts'
import { showToast } from '../../ui/feedback/toast-text.ts'
import { PartLoading } from '../section-part.tsx'
import { NotificationEntry } from './notification-entry.tsx'

const pageSize = 20

/** Lists the notifications, the newest first. More are loaded when the end of the list comes into view. */
export function NotificationList({ leaveIfEnded }: { leaveIfEnded: (sentence: string) => boolean }) {
  const { platform } = usePage()
  const [listed, setListed] = useState<readonly Notification[]>([])
  /** The page that is being loaded, or that could not be loaded; null once the list is complete. */
  const [page, setPage] = useState<number | null>(1)
  const [isWanted, setWanted] = useState(true)
  const [failure, setFailure] = useState<Failure | null>(null)
  const end = useRef<HTMLDivElement>(null)

  const take = useEffectEvent((entries: readonly Notification[]) => {
    // An entry that arrived meanwhile moves another one to the next page.
    const known = new Set(listed.map(({ id }) => id))
    setListed([...listed, ...entries.filter(({ id }) => !known.has(id))])
    setPage(page !== null && entries.length === pageSize ? page + 1 : null)
    setWanted(false)
  })
  const fail = useEffectEvent((answer: Failure) => {
    setWanted(false)
    if (!leaveIfEnded(sentenceOf(answer))) setFailure(answer)
  })
  useEffect(() => {
    if (!isWanted || page === null) return
    const leaving = new AbortController()
    const { signal } = leaving
    const query = { page: String(page), pageSize: String(pageSize) }
    callSignedIn(platform, listNotifications, { query }, { reload: false, signal })
      .catch(networkFailure)
      .then((answer) => {
        if (answer === 'reloading' || signal.aborted) return
        if (answer.isSuccessful) take(answer.data)
        else fail(answer)
      })
    return () => leaving.abort()
  }, [platform, page, isWanted])

  const hasMore = page !== null && !isWanted && failure === null
  // The end of the list is far below on a first view, so a page is loaded ahead of the reader.
  useEffect(() => {
    if (!hasMore || !end.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setWanted(true)
      },
      { rootMargin: '20rem' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [hasMore])

  return (
    <>
      {page === null && listed.length === 0 && (
        <p>Nothing yet. Here you find what your platforms tell you: answers, results and dates.</p>
      )}
      {listed.length > 0 && (
        <ul className="notifications" aria-label="Notifications">
          {listed.map((entry) => (
            <NotificationEntry key={entry.id} {...{ entry }} onMark={(isRead) => mark(entry, isRead)} />
          ))}
        </ul>
      )}
      {hasMore && <div ref={end} />}
      {page !== null && !hasMore && (
        <PartLoading
          what={listed.length > 0 ? 'more notifications' : 'your notifications'}
          failure={failure}
          load={loadAgain}
        />
      )}
    </>
  )

  function loadAgain(): void {
    setFailure(null)
    setWanted(true)
  }

  /** Shows the change at once, and takes it back if the service refuses it. */
  async function mark(entry: Notification, isRead: boolean): Promise<void> {
    const dateOpened = isRead ? new Date().toISOString() : null
    replace({ ...entry, dateOpened })
    const given = { params: { id: entry.id }, body: { dateOpened } }
    const answer = await callSignedIn(platform, openNotification, given, {
      reload: false,
      keepalive: true,
    }).catch(networkFailure)
    if (answer === 'reloading') return
    if (answer.isSuccessful) reportOpened()
    else {
      replace(entry)
      if (!leaveIfEnded(sentenceOf(answer))) showToast(sentenceOf(answer))
    }
  }

  function replace(changed: Notification): void {
    setListed((held) => held.map((one) => (one.id === changed.id ? changed : one)))
  }
}
