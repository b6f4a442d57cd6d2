/** Says every second how long to wait still, and at last that the wait is over. */
import { errorSentence } from '@foyer/contract/errors'
import { announce } from '../../ui/feedback/live-regions.tsx'

/** By the clock, so that a laptop that slept is right at once. `show` is given null at the end. */
export function countDown(
  endsAt: number,
  signal: AbortSignal,
  show: (sentence: string | null) => void,
): void {
  const timer = setInterval(tell, 1_000)
  signal.addEventListener('abort', () => clearInterval(timer))
  if (signal.aborted) clearInterval(timer)

  function tell(): void {
    const leftSeconds = (endsAt - Date.now()) / 1000
    const isOver = leftSeconds <= 0
    show(isOver ? null : errorSentence('too-many-attempts', leftSeconds))
    if (!isOver) return
    clearInterval(timer)
    announce('You can try again now.')
  }
}
