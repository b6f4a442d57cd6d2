import { unexpected } from '../api/failure.ts'
import { showToast } from '../ui/feedback/toast.tsx'

/** What fails outside rendering leaves the page usable, so it is said and no more. */
export function reportLaterErrors(): void {
  const say = () => showToast(unexpected, 'error')
  // A plain step is better than none.
  addEventListener(
    'vite:preloadError',
    (event) => event.payload.message.includes('CSS') && event.preventDefault(),
  )
  // Scripts of browser extensions fail here, too.
  addEventListener('error', (event) => /^https?:/.test(event.filename) && say())
  addEventListener('unhandledrejection', ({ reason }) => reason?.stack?.includes(location.origin) && say())
}
