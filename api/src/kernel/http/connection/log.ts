/** Logs one line per request: route pattern, status, time. Never a URL, because URLs contain codes and reset tokens. */
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

/** Paths of the properties, also in objects and lists within others, three deep. */
const secretPaths = ['', '[*]', '[*][*]', '[*][*][*]'].flatMap((within) =>
  secretKeys.map((key) => `${within}["${key}"]`),
)

/** Properties of every line of a request; the service makes or checks their values, so none has to be searched for secrets. */
const openKeys = ['requestId', 'proxyRequestId', 'traceparent']

export function requestLogger(level: string, destination = standardOutput()): FastifyBaseLogger {
  return pino(
    {
      level,
      // Pino searches a value by each path, 22 µs a value, unless a path names the value itself.
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

/** A process that is killed loses the lines of this time at most. */
const flushMs = 250
/** Lines are written in blocks, because each write takes a turn of the thread pool and of the event loop. */
const blockBytes = 8_192
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
  const output = pino.destination({
    sync: false,
    minLength: blockBytes,
    maxLength: keptBytes,
    periodicFlush: flushMs,
  })
  output.on('error', () => {})
  return output
}

/** Logged at debug only, because health probes come every few seconds. */
const probes: readonly string[] = [getLiveness.path, getReadiness.path]

export function logRequests(app: FastifyInstance): void {
  // Each value of the line is a number or one of a known set, so no secret has to be searched for.
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
