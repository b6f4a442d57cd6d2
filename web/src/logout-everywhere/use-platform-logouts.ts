/** Follows which platforms have confirmed a sign-out of this browser. */
import { type logOutEverywhereHere, readPlatformLogouts } from '@foyer/contract/routes/browser-sessions'
import type { Result } from '@foyer/contract/routes/route'
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'

export type Ended = Result<typeof logOutEverywhereHere>
export type PlatformLogout = Ended['platforms'][number]

const waitingPollMs = 2_000
/** The service repeats a delivery without an answer after longer and longer waits. */
const noAnswerPollMs = 10_000
/** The service tells the states for ten minutes. */
const followMs = 600_000

/** Returns the states, and whether they may still change. Asks again while the page is visible. */
export function usePlatformLogouts({ token, platforms: first }: Ended): [readonly PlatformLogout[], boolean] {
  const [platforms, setPlatforms] = useState<readonly PlatformLogout[]>(first)
  const [isOver, setOver] = useState(false)
  const has = (wanted: PlatformLogout['state']) => platforms.some(({ state }) => state === wanted)
  const isWaiting = has('waiting')
  const isOpen = token !== null && !isOver && (isWaiting || has('no-answer'))

  useEffect(() => {
    const timer = setTimeout(() => setOver(true), followMs)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (!isOpen) return
    const leaving = new AbortController()
    const { signal } = leaving
    let timer: ReturnType<typeof setTimeout> | undefined

    function plan(): void {
      clearTimeout(timer)
      if (document.visibilityState === 'visible')
        timer = setTimeout(ask, isWaiting ? waitingPollMs : noAnswerPollMs)
    }

    async function ask(): Promise<void> {
      const answer = await call(readPlatformLogouts, { body: { token: token ?? '' } }, { signal })
      if (signal.aborted) return
      if (answer.isSuccessful) setPlatforms(answer.data.platforms)
      else if (answer.errors.code === 'not-found') setOver(true)
      plan()
    }

    plan()
    document.addEventListener('visibilitychange', plan, { signal })
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [token, isOpen, isWaiting])

  return [platforms, isOpen]
}
