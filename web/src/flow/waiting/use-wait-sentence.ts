import { useEffect, useState } from 'react'
import type { Failure } from '../../api/failure.ts'

/** Returns the sentence of a failure with the wait that is left, null at its end, undefined if it names no wait. */
export function useWaitSentence(failure: Failure | null): string | null | undefined {
  const [counted, setCounted] = useState<{ of: Failure; sentence: string | null }>()
  useEffect(() => {
    if (!failure?.retryAfterSeconds || failure.errors.code !== 'too-many-attempts') return
    const endsAt = Date.now() + failure.retryAfterSeconds * 1000
    const leaving = new AbortController()
    import('./countdown.ts').then(
      (module) =>
        module.countDown(endsAt, leaving.signal, (left) => setCounted({ of: failure, sentence: left })),
      () => {},
    )
    return () => leaving.abort()
  }, [failure])
  return counted?.of === failure ? counted?.sentence : undefined
}
