import { useEffect, useState } from 'react'

/**
 * Returns the whole seconds until a time. Reads the clock once a second while the page is visible, so that the value is
 * right after the computer slept. `onOver` is called when the countdown reaches zero while the page is visible.
 */
export function useSecondsLeft(endsAtMs: number, onOver: () => void): number {
  const [left, setLeft] = useState(() => secondsUntil(endsAtMs))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another end starts another wait.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasWaiting = false
    function look(): void {
      clearTimeout(timer)
      const seconds = secondsUntil(endsAtMs)
      setLeft(seconds)
      if (seconds === 0 && wasWaiting) onOver()
      wasWaiting = seconds > 0
      // The timer fires at the next whole second, so that no second is skipped.
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
