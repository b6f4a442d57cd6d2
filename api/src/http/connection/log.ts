/** Logs one line per request: route pattern, status, time. Never a URL, because URLs contain codes and reset tokens. */

import { isLive, isReady } from '@foyer/contract/routes/operations'
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

export function requestLogger(level: string, destination = standardOutput()): FastifyBaseLogger {
  return pino(
    {
      level,
      redact: secretKeys.flatMap((key) => [`["${key}"]`, `*["${key}"]`]),
      serializers: {
        req: (request) => ({ method: request.method }),
        res: (response) => ({ statusCode: response.statusCode }),
        err: describeError,
      },
    },
    destination,
  )
}

/** The most bytes kept while the output accepts no lines; further lines are dropped. */
const keptBytes = 1_048_576

/** Drops lines, but never blocks the service, when the disk is full or the pipe is closed or blocked. */
function standardOutput(): LogDestination {
  const output = pino.destination({ fd: process.stdout.fd ?? 1, sync: false, maxLength: keptBytes })
  output.on('error', () => {})
  return output
}

/** Logged at debug only, because health probes come every few seconds. */
const probes: readonly (string | undefined)[] = [isLive.path, isReady.path]

export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const level = probes.includes(request.routeOptions.url) ? 'debug' : 'info'
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ...(reply.failure && { failure: reply.failure.code }),
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    )
  })
}
