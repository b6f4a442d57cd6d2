/** Sends a POST to an SMS provider, bounded in time and size, without following redirects. */
import { SendError } from './sender.ts'

const withinMs = 10_000
const answerMaxBytes = 65_536

export type Post = { url: string; headers: Record<string, string>; body: string }

/** Resolves when the provider accepts the message; `explain` finds the provider's error code in a refusal. */
export async function post(
  { url, headers, body }: Post,
  signal: AbortSignal,
  explain: (answer: string) => string | undefined = () => undefined,
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
  if (status >= 200 && status < 300) {
    // The provider has accepted the message, so the body is not read.
    await response.body?.cancel().catch(() => {})
    return
  }
  const reason = explain(await readUpTo(response, answerMaxBytes).catch(() => ''))
  // A redirect means a wrong URL, which the operator may correct before the last try.
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429
  throw new SendError(`http-${status}${reason ? ` ${reason}` : ''}`, { isFinal })
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
