import { useEffect, useState } from 'react'
import { announce } from '../../ui/feedback/live-regions.tsx'

const slowAfterMs = 5_000
const stuckAfterMs = 10_000

type Pace = 'fine' | 'slow' | 'stuck'

/**
 * How a wait feels by now: say that it goes on after five seconds, offer another try after ten. The second of the pair
 * starts the wait anew.
 */
export function useSlowWait(isWaiting: boolean): [Pace, () => void] {
  const [pace, setPace] = useState<Pace>('fine')
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another wait.
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
