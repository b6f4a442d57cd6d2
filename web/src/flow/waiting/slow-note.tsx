import { Button } from '../../ui/feedback/button.tsx'
import { useSlowWait } from './use-slow-wait.ts'

/** Says that a slow request is still running, and later offers a retry. */
export function SlowNote({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  const [pace, waitAnew] = useSlowWait(isBusy)
  if (!isBusy || pace === 'fine') return null
  return (
    <p className="form-frame-slow small">
      Still working…
      {pace === 'stuck' && (
        <Button look="quiet" onClick={retry}>
          Retry
        </Button>
      )}
    </p>
  )

  function retry(): void {
    waitAnew()
    onRetry()
  }
}
