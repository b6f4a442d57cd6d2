import { type RefObject, useEffect } from 'react'
import type { Failure } from '../api/failure.ts'

/** What was typed is still there: once the network is back, the form goes out again by itself. */
export function useOnlineRetry(form: RefObject<HTMLFormElement | null>, failure: Failure | null): void {
  useEffect(() => {
    if (!failure?.isNetworkFailure || navigator.onLine) return
    const again = () => form.current?.requestSubmit()
    addEventListener('online', again, { once: true })
    return () => removeEventListener('online', again)
  }, [form, failure])
}
