/** Sends the code that a signed-in user types to confirm a change on the account page. */
import { platformRow } from '@foyer/contract/platforms'
import { useEffect, useRef, useState } from 'react'
import type { Failure } from '../api/failure.ts'
import type { Challenge } from '../flow/otp/challenge.ts'
import { type FirstCode, sendCode } from '../flow/otp/send-code.ts'
import { usePage } from '../platforms/page-context.ts'

type SentCode = {
  challenge: Challenge | null
  isSending: boolean
  /** Calls `onDone` with null once the user has a valid code, or with the failure. A later call cancels this one. */
  send: (onDone: (failure: Failure | null) => void) => void
  cancel: () => void
}

export function useSentCode(first: FirstCode): SentCode {
  const { platform } = usePage()
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [isSending, setSending] = useState(false)
  const sending = useRef<AbortController | null>(null)
  useEffect(() => () => sending.current?.abort(), [])

  function cancel(): void {
    sending.current?.abort()
    setSending(false)
  }

  async function send(onDone: (failure: Failure | null) => void): Promise<void> {
    sending.current?.abort()
    const own = new AbortController()
    sending.current = own
    setSending(true)
    const sent = await sendCode(platformRow(platform).product, first, challenge, own.signal)
    if (!sent || own.signal.aborted) return
    setSending(false)
    // A refusal with a challenge means that the user must wait for another code. If this form sent a code before, that code
    // is still valid.
    const isReady = sent.isSent || (challenge !== null && sent.challenge !== null)
    if (isReady) setChallenge(sent.challenge)
    onDone(sent.isSent || isReady ? null : sent.failure)
  }

  return { challenge, isSending, send, cancel }
}
