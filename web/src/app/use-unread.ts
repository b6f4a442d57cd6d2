import type { Platform } from '@foyer/contract/platforms'
import { useEffect, useState } from 'react'
import { countUnread, onOpened } from '../session/unread-notifications.ts'

/** Returns the number of unread notifications; 0 until it is known, and if it is not `wanted`. */
export function useUnread(platform: Platform, wanted: boolean): number {
  const [unread, setUnread] = useState(0)
  useEffect(() => {
    if (!wanted) return
    const leaving = new AbortController()
    const { signal } = leaving
    const read = () =>
      countUnread(platform, signal).then((count) => {
        if (!signal.aborted) setUnread(count)
      })
    read()
    const stop = onOpened(read)
    return () => {
      leaving.abort()
      stop()
    }
  }, [platform, wanted])
  return wanted ? unread : 0
}
