import { useEffect, useState } from 'react'
import { announce } from '../../ui/feedback/live-regions.tsx'

const slowAfterMs = 5_000
const stuckAfterMs = 10_000

type Pace = 'fine' | 'slow' | 'stuck'

/**
 * Rates the duration of a wait: 'slow' after 5 s, when the page says that the request is still running; 'stuck' after 10 s,
 * when the page offers a retry. The returned function restarts the wait.
 */
export function useSlowWait(isWaiting: boolean): [Pace, () => void] {
  const [pace, setPace] = useState<Pace>('fine')
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round starts another wait.
  useEffect(() => {
    if (!isWaiting) return
    const slow = setTimeout(() => {
      setPace('slow')
      announce('Still working…')
    }, slowAfterMs)
    const stuck = setTimeout(() => setPace('stuck'), stuckAfterMs)
    return () => {
      clearTimeout(slow)
      clearTimeout(stuck)
      setPace('fine')
    }
  }, [isWaiting, round])
  return [pace, () => setRound((before) => before + 1)]
}
