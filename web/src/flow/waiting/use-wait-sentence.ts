import { useEffect, useState } from 'react'
import type { Failure } from '../../api/failure.ts'

/** Counts down a sentence that contains a wait, and returns null at its end. Other sentences stay as they are. */
export function useWaitSentence(sentence: string | null, failure: Failure | null): string | null {
  const [counted, setCounted] = useState<{ of: Failure; sentence: string | null } | null>(null)
  useEffect(() => {
    if (!failure?.retryAfterSeconds || failure.errors.code !== 'too-many-attempts') return
    const endsAt = Date.now() + failure.retryAfterSeconds * 1000
    const leaving = new AbortController()
    import('./countdown.ts').then(
      ({ countDown }) =>
        countDown(endsAt, leaving.signal, (left) => setCounted({ of: failure, sentence: left })),
      () => {},
    )
    return () => leaving.abort()
  }, [failure])
  return counted && counted.of === failure ? counted.sentence : sentence
}
