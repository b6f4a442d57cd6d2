import { useEffect, useState } from 'react'

/**
 * Whole seconds until a time, by the clock and so right at once after a sleep; looked at once a second, and not while
 * the page is hidden. `onOver` is called when the wait ends before the eyes of whoever waited.
 */
export function useSecondsLeft(endsAtMs: number, onOver: () => void): number {
  const [left, setLeft] = useState(() => secondsUntil(endsAtMs))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another end is another wait.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasWaiting = false
    function look(): void {
      clearTimeout(timer)
      const seconds = secondsUntil(endsAtMs)
      setLeft(seconds)
      if (seconds === 0 && wasWaiting) onOver()
      wasWaiting = seconds > 0
      // To the next whole second, so that none is skipped.
      if (wasWaiting && !document.hidden) timer = setTimeout(look, (endsAtMs - Date.now()) % 1000 || 1000)
    }
    look()
    document.addEventListener('visibilitychange', look)
    addEventListener('pageshow', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('pageshow', look)
    }
  }, [endsAtMs])
  return left
}

function secondsUntil(endsAtMs: number): number {
  return Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000))
}
