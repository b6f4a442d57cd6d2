import { useEffect, useRef, useState } from 'react'
import type { Failure } from '../../api/failure.ts'

/** Returns the seconds to wait that a refusal names, else null. */
export function waitSecondsOf({ errors, retryAfterSeconds }: Failure): number | null {
  return errors.code === 'too-many-attempts' ? retryAfterSeconds || null : null
}

/**
 * Returns the failure's sentence with the remaining wait; null when the wait is over, undefined if the failure names no
 * wait. `say` replaces the service's sentence.
 */
export function useWaitSentence(
  failure: Failure | null,
  say?: (seconds: number) => string,
): string | null | undefined {
  const [counted, setCounted] = useState<{ of: Failure; sentence: string | null }>()
  const latest = useRef(say)
  latest.current = say
  useEffect(() => {
    const wait = failure && waitSecondsOf(failure)
    if (!wait) return
    const endsAt = Date.now() + wait * 1000
    const leaving = new AbortController()
    import('./countdown.ts').then(
      (module) =>
        module.countDown(
          endsAt,
          leaving.signal,
          (left) => setCounted({ of: failure, sentence: left }),
          latest.current,
        ),
      () => {},
    )
    return () => leaving.abort()
  }, [failure])
  return counted?.of === failure ? counted?.sentence : undefined
}
