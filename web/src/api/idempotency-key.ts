/** Keeps the idempotency key of a form's last request, so that the same request sent again creates nothing new. */
import type { Failure, Success } from './failure.ts'

type KeptKey = {
  /** Returns the key of the request; the same content sent again has the same key. */
  of(request: object): string
  /** Takes each answer. A response ends the use of the key; after a network failure the service may have done the work. */
  settle(answer: Success<unknown> | Failure): void
  /** Makes the next request a new one, even if its content is the same. */
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
