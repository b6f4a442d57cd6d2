import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Failure } from '../../api/failure.ts'

/** Repeats a request that failed offline when the browser is online again, unless the user has changed the form. */
export function useOnlineRetry(
  form: RefObject<HTMLFormElement | null>,
  failure: Failure | null,
  tryAgain?: () => void,
): void {
  const sendAgain = useEffectEvent(() => (tryAgain ? tryAgain() : form.current?.requestSubmit()))
  useEffect(() => {
    if (!failure?.isNetworkFailure || navigator.onLine) return
    const waiting = new AbortController()
    const { signal } = waiting
    addEventListener('online', () => sendAgain(), { once: true, signal })
    form.current?.addEventListener('input', () => waiting.abort(), { signal })
    return () => waiting.abort()
  }, [form, failure])
}
