/**
 * Sends a POST to an SMS provider or a platform, with limits on time and size, and without following redirects. It uses
 * node:http, which needs a third of the CPU time of fetch; fetch also keeps each call in memory until its longest time
 * limit has passed.
 */
import * as http from 'node:http'
import * as https from 'node:https'
import type { LookupFunction } from 'node:net'
import { readUpTo } from '../../kernel/outbound/bounded-call.ts'
import { currentTrace, traced } from '../../kernel/tracing/tracing.ts'
import { SendError } from './sender.ts'

const withinMs = 10_000
const answerMaxBytes = 65_536

/** Idle connections close after this time. */
const idleMs = 4_000
const agentOptions = { keepAlive: true, timeout: idleMs, maxFreeSockets: 16 }

/**
 * A caller's own connections. Sharing them would let a caller bypass its address rule on a connection that another
 * caller opened.
 */
type Clients = ReturnType<typeof createClients>

export function createClients(lookup?: LookupFunction) {
  const options = { ...agentOptions, ...(lookup && { lookup }) }
  return {
    'http:': { request: http.request, agent: new http.Agent(options) },
    'https:': { request: https.request, agent: new https.Agent(options) },
  }
}

const anyAddress = createClients()

type Post = { url: string; headers: Record<string, string>; body: string | URLSearchParams }

type Reading = {
  /** Decides from the status whether the message is sent, refused for good, or tried again. */
  judge?: (status: number) => 'done' | 'final' | 'again'
  /** Finds the receiver's error code in the body of a refusal; if missing, the body is not read. */
  explain?: (answer: string) => string | undefined
  /**
   * Sends the current trace to the receiver, a server of the provider's own. Others would learn that two calls belong
   * together.
   */
  carriesTrace?: boolean
  /** The connections of a caller that may not call every address. */
  clients?: Clients
}

/** Resolves when the receiver accepts the message. */
export function post(given: Post, signal: AbortSignal, reading: Reading = {}): Promise<void> {
  const facts = () => ({ 'http.request.method': 'POST', 'server.address': new URL(given.url).host })
  return traced('client', 'call POST', facts, () => postOnce(given, signal, reading))
}

async function postOnce(
  given: Post,
  signal: AbortSignal,
  { judge = judgeProvider, explain, clients = anyAddress, carriesTrace = false }: Reading,
): Promise<void> {
  const traceparent = carriesTrace ? currentTrace() : null
  const headers = { ...given.headers, ...(traceparent && { traceparent }) }
  const response = await open({ ...given, headers }, signal, clients).catch(
    (error: NodeJS.ErrnoException) => {
      signal.throwIfAborted()
      throw error instanceof SendError ? error : new SendError(error.code ?? 'post-failed', { cause: error })
    },
  )
  const status = response.statusCode ?? 0
  const judged = judge(status)
  if (judged === 'done' || !explain) discard(response)
  if (judged === 'done') return
  const reason = explain?.(await readUpTo(answerMaxBytes, response).then(String, () => ''))
  throw new SendError(`http-${status}${reason ? ` ${reason}` : ''}`, { isFinal: judged === 'final' })
}

/** Sends the request and resolves once the answer's headers have arrived. The time limit covers the body too. */
async function open(
  { url, headers, body }: Post,
  signal: AbortSignal,
  clients: Clients,
): Promise<http.IncomingMessage> {
  const { protocol } = new URL(url)
  const { request: start, agent } = protocol === 'http:' ? clients['http:'] : clients['https:']
  const content = Buffer.from(body.toString())
  const isForm = body instanceof URLSearchParams
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const request = start(url, {
    method: 'POST',
    agent,
    signal,
    headers: {
      ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
      'content-length': content.length,
    },
  })
  const timer = setTimeout(() => request.destroy(new SendError('timeout')), withinMs)
  request
    .on('response', resolve)
    .on('error', reject)
    .on('close', () => clearTimeout(timer))
    .end(content)
  return promise
}

/** A redirect means a wrong URL, which the operator may correct before the last attempt. */
function judgeProvider(status: number): 'done' | 'final' | 'again' {
  if (status >= 200 && status < 300) return 'done'
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'final' : 'again'
}

/** Reads the rest of a short answer, so that its connection can be reused; closes the connection of a long answer. */
function discard(response: http.IncomingMessage): void {
  let size = 0
  response.on('error', () => {})
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > answerMaxBytes) response.destroy()
  })
}
