/** Shows the remaining wait every second, and announces its end. */
import { errorSentence } from '@foyer/contract/errors'
import { announce } from '../../ui/feedback/live-regions.tsx'

/**
 * Computes the wait from the clock, so that the time is right after the computer slept. `show` receives the text of `say`,
 * and null at the end.
 */
export function countDown(
  endsAt: number,
  signal: AbortSignal,
  show: (sentence: string | null) => void,
  say = (seconds: number) => errorSentence('too-many-attempts', seconds),
): void {
  const timer = setInterval(update, 1_000)
  signal.addEventListener('abort', () => clearInterval(timer))
  if (signal.aborted) clearInterval(timer)

  function update(): void {
    const leftSeconds = (endsAt - Date.now()) / 1000
    const isOver = leftSeconds <= 0
    show(isOver ? null : say(leftSeconds))
    if (!isOver) return
    clearInterval(timer)
    announce('You can try again now.')
  }
}
