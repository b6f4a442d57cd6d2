/**
 * Serves the endpoints that clients call by a standard: reads the form, counts, and answers results and errors as OAuth 2.0
 * says. Any origin may call them, because no request carries a cookie: the credentials are in the request itself.
 */
import type { OAuthForm, OAuthResult, OAuthRoute } from '@foyer/contract/oauth-routes/oauth-route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Db } from '../../db/connect.ts'
import { asFailure } from '../../failure.ts'
import { countAttempts, type Rule } from '../../limits/rate-limit.ts'
import type { RequestContext } from '../../request-context.ts'
import { logServerFailure } from '../errors.ts'
import { readForms } from '../page-routes/form-bodies.ts'
import { rulesOf } from '../route-limits.ts'
import { OAuthError } from './oauth-error.ts'

export type OAuthRequestTo<R extends OAuthRoute> = {
  form: OAuthForm<R>
  /** The value of the Authorization header. */
  authorization: string | undefined
  requestContext: RequestContext
  /** Counts the request by further rules. Throws `too-many-attempts`. */
  count(rules: Rule[]): Promise<void>
}

export type ServeOAuthRoute = <const R extends OAuthRoute>(
  route: R,
  handler: (request: OAuthRequestTo<R>) => Promise<OAuthResult<R>>,
) => void

type Options = {
  db: Db
  limitsFactor: number
  contextOf(request: FastifyRequest): RequestContext
}

const anyOrigin = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

export function createServeOAuthRoute(app: FastifyInstance, options: Options): ServeOAuthRoute {
  const { db, limitsFactor, contextOf } = options
  const answersPreflight = new Set<string>()
  return (route, handler) => {
    const { method, path: url, cacheSeconds } = route
    const caching = cacheSeconds ? { 'cache-control': `public, max-age=${cacheSeconds}` } : {}
    app.register(async (scope) => {
      if (route.form) readForms(scope)
      scope.setErrorHandler((error, request, reply) => sendError(request, reply.headers(anyOrigin), error))
      scope.route({
        method,
        url,
        handler: async (request, reply) => {
          const requestContext = contextOf(request)
          const count = async (rules: Rule[]) => void (await countAttempts(db, rules, limitsFactor))
          await count(rulesOf(route, requestContext))
          const { authorization } = request.headers
          const result = await handler({ form: formOf(route, request), authorization, requestContext, count })
          return reply
            .code(route.status ?? 200)
            .headers({ ...anyOrigin, ...caching })
            .send(result ?? '')
        },
      })
    })
    if (answersPreflight.has(url)) return
    answersPreflight.add(url)
    app.options(url, (_request, reply) =>
      reply
        .code(204)
        .headers({
          ...anyOrigin,
          'access-control-allow-methods': 'GET, POST',
          'access-control-allow-headers': 'authorization, content-type',
          'access-control-max-age': '600',
        })
        .send(),
    )
  }
}

function formOf<R extends OAuthRoute>(route: R, request: FastifyRequest): OAuthForm<R> {
  if (!route.form) return {} as OAuthForm<R>
  const read = v.safeParse(route.form, request.body ?? {}, { abortEarly: true })
  if (read.success) return read.output as OAuthForm<R>
  const [issue] = read.issues
  throw new OAuthError('invalid_request', `${v.getDotPath(issue)}: ${issue.message}`)
}

/** A client reads `error`; `error_description` is for its developer. */
function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const { code, status, message } = error instanceof OAuthError ? error : asOAuthError(request, reply, error)
  if (code === 'invalid_client') reply.header('www-authenticate', 'Basic realm="Foyer", charset="UTF-8"')
  if (code === 'invalid_token' || code === 'insufficient_scope')
    reply.header('www-authenticate', `Bearer realm="Foyer", error="${code}"`)
  return reply.code(status).send({ error: code, error_description: message })
}

function asOAuthError(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const failure = asFailure(error)
  reply.failure = failure
  const { status, waitSeconds } = failure
  if (waitSeconds !== undefined) reply.header('retry-after', waitSeconds)
  if (status >= 500) logServerFailure(request, failure, error)
  if (status === 500) return new OAuthError('server_error', 'The service failed. Quote X-Request-Id')
  if (status === 503 || status === 429)
    return { code: 'temporarily_unavailable', status, message: 'Wait as Retry-After says' } as const
  return new OAuthError('invalid_request', 'The request is not a form in UTF-8 without repeated parameters')
}
