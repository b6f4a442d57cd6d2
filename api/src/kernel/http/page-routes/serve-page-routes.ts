/**
 * Serves the page-like routes. Each answers 303 to the handler's address or, after a failure, to the feature's error
 * page; a handler may return a page of its own instead. Their headers hide the page's address from the other provider and
 * keep a popup connected to its opener.
 */
import type { PageGiven, PageRoute } from '@foyer/contract/page-routes/page-route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Db } from '../../db/connect.ts'
import { asFailure, Failure } from '../../failure.ts'
import { countAttempts } from '../../limits/rate-limit.ts'
import type { RequestContext } from '../../request-context.ts'
import { logServerFailure } from '../errors.ts'
import { rulesOf } from '../route-limits.ts'
import { flowBrowserOf, writeFlowCookie } from './flow-cookie.ts'
import { readForms } from './form-bodies.ts'

/** The input of a page route's handler. */
export type PageRequestTo<R extends PageRoute> = PageGiven<R> & {
  /** The id of the browser from its cookie (flow-cookie.ts); null without the cookie. */
  flowBrowser: string | null
  /** Writes the cookie or renews the existing one, and returns the id of the browser. */
  keepFlowBrowser(): string
  /** False if another site sent the browser here. */
  isOwnLink: boolean
  requestContext: RequestContext
  /** Writes a warning for the operator to the log. */
  warn(message: string, details?: Record<string, string | number>): void
}

/** A page that the service makes itself. `policy` is its content security policy. */
export type OwnPage = { status: number; html: string; policy: string }

/** The target of the 303, or a page. */
type PageAnswer = string | OwnPage

export type ServePageRoute = <const R extends PageRoute>(
  route: R,
  handler: (request: PageRequestTo<R>) => Promise<PageAnswer>,
  /** Returns the answer after a failure. */
  afterFailure: (params: Record<string, string>, failure: Failure) => PageAnswer,
) => void

type Options = {
  db: Db
  limitsFactor: number
  isHttps: boolean
  contextOf(request: FastifyRequest): RequestContext
}

/** Browsers send no referrer from these routes, and no redirect cuts a popup off from its opener. */
const pageRouteHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'unsafe-none',
  'x-robots-tag': 'noindex',
}

export function createServePageRoute(app: FastifyInstance, options: Options): ServePageRoute {
  const { db, limitsFactor, isHttps, contextOf } = options
  return (route, handler, afterFailure) => {
    app.register(async (scope) => {
      if (route.form) readForms(scope)
      scope.setErrorHandler((error, request, reply) => {
        const failure = asFailure(error)
        reply.failure = failure
        if (failure.status >= 500) logServerFailure(request, failure, error)
        return send(reply, afterFailure(request.params as Record<string, string>, failure))
      })
      scope.route({
        method: route.method,
        url: route.path,
        config: { takesForeignForms: route.takesForeignForms ?? false },
        handler: async (request, reply) => {
          const requestContext = contextOf(request)
          await countAttempts(db, rulesOf(route, requestContext), limitsFactor)
          const answer = await handler({
            ...parsed(route, request),
            flowBrowser: flowBrowserOf(request, isHttps),
            keepFlowBrowser: () => writeFlowCookie(request, reply, isHttps),
            isOwnLink: !['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site'])),
            requestContext,
            warn: (message, details = {}) => request.log.warn(details, message),
          })
          return send(reply, answer)
        },
      })
    })
  }
}

function send(reply: FastifyReply, answer: PageAnswer): FastifyReply {
  reply.headers(pageRouteHeaders)
  if (typeof answer === 'string') return reply.code(303).header('location', answer).send()
  const { status, html, policy } = answer
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-frame-options': 'DENY',
    })
    .send(html)
}

function parsed<R extends PageRoute>(route: R, request: FastifyRequest): PageGiven<R> {
  const received = { params: request.params, query: request.query, form: request.body }
  const given: Record<string, unknown> = {}
  for (const part of ['params', 'query', 'form'] as const) {
    const schema = route[part]
    if (!schema) continue
    const read = v.safeParse(schema, received[part], { abortEarly: true })
    if (!read.success) throw new Failure('invalid-request')
    given[part] = read.output
  }
  return given as PageGiven<R>
}
