/** Declares a sender of messages and the error of a failed try. */
import type { Content } from '../payload.ts'

/** `id` is the same at every try of one message, so that the receiver recognises a repetition. */
export type OutgoingMessage = Content & { id: string }

export type Sender = {
  /** Resolves when the receiver has accepted the message. Throws SendError, or the reason of an aborted `signal`. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<void>
  close(): void
}

/** `code` is the reason, without any part of the message or its recipient. */
export class SendError extends Error {
  readonly code: string
  /** Another try would fail in the same way. */
  readonly isFinal: boolean

  constructor(code: string, { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(code, { cause })
    this.code = code
    this.isFinal = isFinal
  }
}
