/** Declares a sender of messages, and the error of a failed attempt. */
import type { Content } from '../payload.ts'

/** `id` is the same at every attempt, so that the receiver recognises duplicates. */
export type OutgoingMessage = Content & { id: string }

export type Sender = {
  /** Resolves when the receiver has accepted the message. Throws SendError, or the reason of an aborted `signal`. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<void>
  close(): void
}

/** A failed attempt. `code` is the reason, without any part of the message or its recipient. */
export class SendError extends Error {
  readonly code: string
  /** True if another attempt would fail in the same way. */
  readonly isFinal: boolean

  constructor(code: string, { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(code, { cause })
    this.code = code
    this.isFinal = isFinal
  }
}
