/** One POST to a sender of SMS: bounded in time and size, and never led elsewhere. */
import { SendError } from './sender.ts'

const withinMs = 10_000
const answerMaxBytes = 65_536

export type Post = { url: string; headers: Record<string, string>; body: string }

/** Resolves when it was taken; `explain` finds the other side's own code in a refusal. */
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
    // It was taken, whatever else the answer says and however slowly it says it.
    await response.body?.cancel().catch(() => {})
    return
  }
  const reason = explain(await readUpTo(response, answerMaxBytes).catch(() => ''))
  // A redirect is a fault of the address; it may be mended before the tries are over.
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429
  throw new SendError(`http-${status}${reason ? ` ${reason}` : ''}`, { isFinal })
}

async function readUpTo(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels what is still to come.
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** fetch says only that it failed; the reason is beneath. */
function codeOf(error: Error): string {
  if (error.name === 'TimeoutError') return 'timeout'
  return (error.cause as NodeJS.ErrnoException | undefined)?.code ?? 'fetch-failed'
}
