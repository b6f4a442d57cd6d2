/** Logs one line per request: route pattern, status, time. Never a URL, because URLs contain codes and reset tokens. */

import { IncomingMessage, ServerResponse } from 'node:http'
import { isLive, isReady } from '@foyer/contract/routes/operations'
import { deviceIdHeader } from '@foyer/contract/wire'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type LoggerOptions, pino, symbols } from 'pino'
import { describeError } from './describe-error.ts'

export type LogDestination = { write(line: string): void }

/** Properties that are redacted if code passes them to the log by mistake. */
const secretKeys = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  deviceIdHeader.toLowerCase(),
  'password',
  'password1',
  'password2',
  'otp',
  'token',
  'accessToken',
  'access_token',
  'refreshToken',
  'refresh_token',
  'idToken',
  'id_token',
  'code',
  'codeVerifier',
  'code_verifier',
  'secret',
  'captcha',
  'email',
  'phoneNumber',
  'phone_number',
])

/** Writes the one property of these objects that anybody may read. */
const serializers: LoggerOptions['serializers'] & object = {
  req: describeRequest,
  res: describeResponse,
  err: describeError,
}

/** Secrets are looked for this deep. */
const redactedDepth = 4

/**
 * Returns properties without the values of secrets, and the same object where there is none. Pino's own `redact` reads its
 * list of paths anew for each line, which took more time than the rest of the line. Errors are described without values.
 */
function withoutSecrets<Properties extends object>(
  properties: Properties,
  depth = redactedDepth,
): Properties {
  let kept = properties
  for (const [key, value] of Object.entries(properties)) {
    const shown = secretKeys.has(key) ? '[Redacted]' : shownOf(value, depth)
    if (shown === value) continue
    if (kept === properties) kept = { ...properties }
    Object.assign(kept, { [key]: shown })
  }
  return kept
}

function shownOf(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value
  if (value instanceof IncomingMessage) return describeRequest(value)
  if (value instanceof ServerResponse) return describeResponse(value)
  if (depth === 0) return '[Deep]'
  return Array.isArray(value)
    ? value.map((item) => shownOf(item, depth - 1))
    : withoutSecrets(value, depth - 1)
}

function describeRequest({ method }: Pick<IncomingMessage, 'method'>): object {
  return { method }
}

function describeResponse({ statusCode }: Pick<ServerResponse, 'statusCode'>): object {
  return { statusCode }
}

export function requestLogger(level: string, destination = standardOutput()): FastifyBaseLogger {
  return pino(
    {
      level,
      formatters: { log: (facts) => withoutSecrets(facts) },
      serializers,
    },
    destination,
  )
}

/** The most bytes kept while the output accepts no lines; further lines are dropped. */
const keptBytes = 1_048_576

let openOutput: LogDestination | undefined

/** Returns the one output of this process, which all of its loggers share. */
function standardOutput(): LogDestination {
  openOutput ??= openStandardOutput()
  return openOutput
}

/** Drops lines, but never blocks the service, when the disk is full or the pipe is closed or blocked. */
function openStandardOutput(): LogDestination {
  const output = pino.destination({ fd: process.stdout.fd ?? 1, sync: false, maxLength: keptBytes })
  output.on('error', () => {})
  const { write, flush } = collectLines((block) => output.write(block))
  let isOpen = true
  output.once('close', () => {
    isOpen = false
  })
  process.once('beforeExit', flush)
  process.once('exit', () => {
    // Pino closes the output of a process that ends because it has nothing left to do.
    if (!isOpen) return
    flush()
    output.flushSync()
  })
  return { write }
}

const blockCharacters = 8_192
/** A process that is killed loses the lines of this time at most. */
const blockMs = 100

/** Hands lines over in blocks, because each write of its own takes a turn of the thread pool and of the event loop. */
function collectLines(writeBlock: (block: string) => void): LogDestination & { flush(): void } {
  let block = ''
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const full = block
    block = ''
    if (full !== '') writeBlock(full)
  }

  return {
    write(line) {
      block += line
      if (block.length >= blockCharacters) flush()
      else timer ??= setTimeout(flush, blockMs).unref()
    },
    flush,
  }
}

/** Logged at debug only, because health probes come every few seconds. */
const probes: readonly string[] = [isLive.path, isReady.path]

/**
 * Writes the line of a request as text, in the form of pino's other lines: each of its values is a number or one of a known
 * set, so no value needs to be escaped or searched for secrets.
 */
export function logRequests(app: FastifyInstance): void {
  const log = app.log as unknown as Logger
  const output = log[symbols.streamSym]
  app.addHook('onResponse', (request, reply, done) => {
    const level = probes.includes(request.routePattern) ? 'debug' : 'info'
    if (log.isLevelEnabled(level)) {
      const failure = reply.failure ? `,"failure":"${reply.failure.code}"` : ''
      const proxy = request.proxyFacts ? `,${JSON.stringify(request.proxyFacts).slice(1, -1)}` : ''
      const ms = Math.round(reply.elapsedTime * 10) / 10
      output.write(
        `{"level":${log.levels.values[level]},"time":${Date.now()}${log[symbols.chindingsSym]},"requestId":"${request.id}"${proxy},` +
          `"method":"${request.method}","route":${JSON.stringify(request.routePattern)},"status":${reply.statusCode}${failure},"ms":${ms},"msg":"answered"}\n`,
      )
    }
    done()
  })
}

/** The parts of a pino logger that a line consists of. */
type Logger = {
  isLevelEnabled(level: string): boolean
  levels: { values: Record<string, number> }
  /** Process id and host name, as JSON that follows other properties. */
  [symbols.chindingsSym]: string
  [symbols.streamSym]: LogDestination
}
