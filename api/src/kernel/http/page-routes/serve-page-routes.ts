/**
 * Serves the page-like routes. Each answers 303 to the handler's address or, after a failure, to the feature's error
 * page. Their headers hide the page's address from the other provider and keep a popup connected to its opener.
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
  /** Writes a warning for the operator to the log. */
  warn(message: string, details?: Record<string, string | number>): void
}

export type ServePageRoute = <const R extends PageRoute>(
  route: R,
  /** Returns the target of the 303. */
  handler: (request: PageRequestTo<R>) => Promise<string>,
  /** Returns the target of the 303 after a failure. */
  afterFailure: (params: Record<string, string>) => string,
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
        return seeOther(reply, afterFailure(request.params as Record<string, string>))
      })
      scope.route({
        method: route.method,
        url: route.path,
        config: { takesForeignForms: route.takesForeignForms ?? false },
        handler: async (request, reply) => {
          await countAttempts(db, rulesOf(route, contextOf(request)), limitsFactor)
          const location = await handler({
            ...parsed(route, request),
            flowBrowser: flowBrowserOf(request, isHttps),
            keepFlowBrowser: () => writeFlowCookie(request, reply, isHttps),
            isOwnLink: !['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site'])),
            warn: (message, details = {}) => request.log.warn(details, message),
          })
          return seeOther(reply, location)
        },
      })
    })
  }
}

function seeOther(reply: FastifyReply, location: string): FastifyReply {
  return reply.headers(pageRouteHeaders).code(303).header('location', location).send()
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
