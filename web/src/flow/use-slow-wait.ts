import { useEffect, useState } from 'react'
import { announce } from '../ui/live-regions.tsx'

const slowAfterMs = 5_000
const stuckAfterMs = 10_000

/** How a wait feels by now: say that it goes on after five seconds, offer another try after ten. */
export function useSlowWait(isWaiting: boolean): 'fine' | 'slow' | 'stuck' {
  const [pace, setPace] = useState<'fine' | 'slow' | 'stuck'>('fine')
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
  }, [isWaiting])
  return pace
}
