import { unexpected } from '../api/failure.ts'
import { showToast } from '../ui/toast.tsx'

/** What fails outside rendering leaves the page usable, so it is said and no more. */
export function reportLaterErrors(): void {
  const say = () => showToast(unexpected, 'error')
  // Scripts of browser extensions fail here, too.
  addEventListener('error', (event) => /^https?:/.test(event.filename) && say())
  addEventListener('unhandledrejection', ({ reason }) => reason?.stack?.includes(location.origin) && say())
}
