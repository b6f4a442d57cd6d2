/** One line a request: route pattern, status, time. Never a URL: they carry codes and reset tokens. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { pino } from 'pino'

const secretKeys = [
  'authorization',
  'cookie',
  'password',
  'password1',
  'password2',
  'otp',
  'token',
  'accessToken',
  'refreshToken',
  'code',
  'captcha',
  'idToken',
]

export function requestLogger(level: string): FastifyBaseLogger {
  return pino({
    level,
    redact: secretKeys.flatMap((key) => [key, `*.${key}`]),
    serializers: {
      req: (request) => ({ method: request.method }),
      res: (response) => ({ statusCode: response.statusCode }),
      err: errorWithoutValues,
    },
  })
}

/** Stack and code, but no SQL parameters and no detail of a row. */
function errorWithoutValues(error: Error & { code?: string }): Record<string, unknown> {
  return { type: error.name, message: error.message, code: error.code, stack: error.stack }
}

export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    )
  })
}
