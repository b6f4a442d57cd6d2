/**
 * Logs one line per request: route pattern, status and time. It never logs a URL, because URLs contain codes and reset
 * tokens.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getLiveness, getReadiness } from '@foyer/contract/routes/operations'
import { deviceIdHeader } from '@foyer/contract/wire'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { describeError } from './describe-error.ts'

export type LogDestination = { write(line: string): void }

/** Properties that are redacted if code passes them to the log by mistake. */
const secretKeys = [
  'authorization',
  'cookie',
  'set-cookie',
  deviceIdHeader.toLowerCase(),
  'rawHeaders',
  'url',
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
]

/** Redacts these properties at the top level and inside up to three levels of objects and lists. */
const secretPaths = ['', '[*]', '[*][*]', '[*][*][*]'].flatMap((within) =>
  secretKeys.map((key) => `${within}["${key}"]`),
)

/** Properties of every request line. The service makes or checks their values, so redaction can skip them. */
const openKeys = ['requestId', 'proxyRequestId', 'traceparent']

export function requestLogger(level: string, destination = standardOutput()): FastifyBaseLogger {
  return pino(
    {
      level,
      // Pino searches each value once per path, which takes 22 µs a value, unless a path names the value itself.
      redact: {
        paths: [...openKeys, ...secretPaths],
        censor: (value, [key = '']) => (openKeys.includes(key) ? value : '[Redacted]'),
      },
      serializers: {
        req: ({ method }: IncomingMessage) => ({ method }),
        res: ({ statusCode }: ServerResponse) => ({ statusCode }),
        err: (error: unknown) => describeError(error),
      },
    },
    destination,
  )
}

/** A killed process loses at most the lines of this period. */
const flushMs = 250
/** Lines are written in blocks, because each write occupies a thread of the pool and a tick of the event loop. */
const blockBytes = 8_192
/** The maximum number of bytes buffered while the output is blocked; further lines are dropped. */
const keptBytes = 1_048_576

let openOutput: LogDestination | undefined

/** Returns the output that all loggers of this process share. */
function standardOutput(): LogDestination {
  openOutput ??= openStandardOutput()
  return openOutput
}

/** Opens standard output. If the disk is full or the pipe is blocked or closed, it drops lines instead of blocking. */
function openStandardOutput(): LogDestination {
  const output = pino.destination({
    sync: false,
    minLength: blockBytes,
    maxLength: keptBytes,
    periodicFlush: flushMs,
  })
  output.on('error', () => {})
  return output
}

/** Health checks arrive every few seconds, so they are logged at debug level. */
const probes: readonly string[] = [getLiveness.path, getReadiness.path]

export function logRequests(app: FastifyInstance): void {
  // Skips redaction: every value of the line is a number or from a fixed set.
  const log = app.log.child({}, { redact: [] })
  app.addHook('onResponse', (request, reply, done) => {
    const level = probes.includes(request.routePattern) ? 'debug' : 'info'
    log[level](
      {
        requestId: request.id,
        ...request.proxyFacts,
        method: request.method,
        route: request.routePattern,
        status: reply.statusCode,
        failure: reply.failure?.code,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    )
    done()
  })
}
