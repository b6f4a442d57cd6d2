/** Sends a POST to an SMS provider or a platform, bounded in time and size, without following redirects. */
import { SendError } from './sender.ts'

const withinMs = 10_000
const answerMaxBytes = 65_536

export type Post = { url: string; headers: Record<string, string>; body: string | URLSearchParams }

type Reading = {
  /** Says what a status means for the message. */
  judge?: (status: number) => 'done' | 'final' | 'again'
  /** Finds the receiver's error code in the body of a refusal; without it the body is not read. */
  explain?: (answer: string) => string | undefined
}

/** Resolves when the receiver accepts the message. */
export async function post(
  { url, headers, body }: Post,
  signal: AbortSignal,
  { judge = judgeProvider, explain }: Reading = {},
): Promise<void> {
  const timed = AbortSignal.any([signal, AbortSignal.timeout(withinMs)])
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: timed,
  }).catch((error: Error) => {
    signal.throwIfAborted()
    throw new SendError(codeOf(error), { cause: error })
  })
  const { status } = response
  const judged = judge(status)
  if (judged === 'done' || !explain) await response.body?.cancel().catch(() => {})
  if (judged === 'done') return
  const reason = explain?.(await readUpTo(response, answerMaxBytes).catch(() => ''))
  throw new SendError(`http-${status}${reason ? ` ${reason}` : ''}`, { isFinal: judged === 'final' })
}

/** A redirect means a wrong URL, which the operator may correct before the last try. */
function judgeProvider(status: number): 'done' | 'final' | 'again' {
  if (status >= 200 && status < 300) return 'done'
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'final' : 'again'
}

async function readUpTo(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the rest of the stream.
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** The error of fetch only says that it failed; its cause has the reason. */
function codeOf(error: Error): string {
  if (error.name === 'TimeoutError') return 'timeout'
  return (error.cause as NodeJS.ErrnoException | undefined)?.code ?? 'fetch-failed'
}
