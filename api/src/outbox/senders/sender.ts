/** What brings a message out of the house. */
import type { Content } from '../payload.ts'

/** `id` is the same at every try of one message, so that the other side can tell a repetition. */
export type Letter = Content & { id: string }

export type Sender = {
  /** Resolves once the other side has taken it. Throws SendError, or what `signal` was aborted with. */
  send(letter: Letter, signal: AbortSignal): Promise<void>
  close(): void
}

/** `code`: why, without anything of the message or its recipient. */
export class SendError extends Error {
  readonly code: string
  /** Another try would end the same way. */
  readonly isFinal: boolean

  constructor(code: string, { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(code, { cause })
    this.code = code
    this.isFinal = isFinal
  }
}
