/** Keeps the idempotency key of a form's last request, so that repeating the same request creates nothing new. */
import type { Failure, Success } from './failure.ts'

type KeptKey = {
  /** Returns the key of the request. Repeating the same content returns the same key. */
  of(request: object): string
  /**
   * Handles the answer to the request. Any response discards the key. A network failure keeps the key, because the service
   * may have done the work.
   */
  settle(answer: Success<unknown> | Failure): void
  /** Discards the key, so that even a request with the same content is a new request. */
  forget(): void
}

export function keptKey(): KeptKey {
  let last: { content: string; key: string } | null = null
  const forget = () => {
    last = null
  }
  return {
    of(request) {
      const content = JSON.stringify(request)
      if (last?.content !== content) last = { content, key: crypto.randomUUID() }
      return last.key
    },
    settle(answer) {
      if (answer.isSuccessful || !answer.isNetworkFailure) forget()
    },
    forget,
  }
}
