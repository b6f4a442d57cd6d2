/** Reads the step that a history entry shows, for forms whose steps share one address. */
import { own } from '../../api/storage/browser-storage.ts'

/** Returns the step of this history entry; null on the first step. */
export function currentStep(): string | null {
  const step = own(history.state, 'step')
  return typeof step === 'string' ? step : null
}

/** Calls `listener` on Back and Forward, until the returned function is called. */
export function onStepChange(listener: (step: string | null) => void): () => void {
  const onPopState = () => listener(currentStep())
  addEventListener('popstate', onPopState)
  return () => removeEventListener('popstate', onPopState)
}
