/** Serves every API route: identifies the caller, parses strictly, counts, runs the handler and checks its result. */

import type { ErrorCode } from '@foyer/contract/errors'
import type { Captcha } from '@foyer/contract/routes/captcha'
import type { Access, Given, Result, Route } from '@foyer/contract/routes/route'
import { deviceIdHeader, timeZoneHeader, toWire } from '@foyer/contract/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Db } from '../db/connect.ts'
import { asFailure, Failure } from '../failure.ts'
import { createConditionalCount, withoutCounting } from '../limits/conditional-count.ts'
import { doOnce, type NoteMade, type Repeatable, readIdempotencyKey } from '../limits/idempotency.ts'
import { networksOf } from '../limits/network-rules.ts'
import { challengeLevelAt, countAttempts, type Rule } from '../limits/rate-limit.ts'
import type { SecurityEvents } from '../monitoring/security-events.ts'
import type { Browser, RequestContext } from '../request-context.ts'
import { type Authenticator, identify } from './access.ts'
import { browserOf } from './browser-cookie.ts'
import { sendCached } from './cached-answer.ts'
import { deviceLabel } from './device-label.ts'
import { type FileAnswer, sendFile } from './file-answer.ts'
import { flowBrowserOf } from './page-routes/flow-cookie.ts'
import { parseRequest } from './parse-request.ts'
import {
  addressRules,
  type CaptchaPurpose,
  captchaPurposeOf,
  conditionalRulesOf,
  rulesOf,
} from './route-limits.ts'
import { readTimeZone } from './time-zone.ts'

type Identity<A extends Access, Caller, Client> = A extends 'own-session' | 'bearer-or-expired'
  ? { caller: Caller }
  : A extends 'own-session-if-given'
    ? { caller?: Caller }
    : A extends 'client'
      ? { client: Client }
      : A extends 'client-if-given'
        ? { client?: Client }
        : unknown

type Parts<R extends Route, Caller, Client> = Given<R> & Identity<R['access'], Caller, Client>

export type Handler<R extends Route, Caller, Client> = (
  given: Parts<R, Caller, Client> & Circumstances,
) => Promise<AnswerOf<R>>

type AnswerOf<R extends Route> = R['file'] extends readonly string[] ? FileAnswer | null : Result<R>

type Circumstances = {
  requestContext: RequestContext
  browser: Browser
  /** The id of the browser that began a sign-in through another provider (flow-cookie.ts); null without its cookie. */
  flowBrowser: string | null
  /** The keys of the counters that counted this request; a handler whose success is no attempt uncounts it. */
  counted: readonly string[]
  /** Returns the level of the captcha challenge due for the next attempt of this address at an action; at least 1. */
  challengeLevel(action: string | undefined): Promise<number>
  /** Notes what an idempotent route made, so that a repeated request is answered with it. */
  noteMade: NoteMade
  /** Writes a warning for the operator to the log. */
  warn(message: string, details?: Record<string, string | number>): void
}

export type ServeMore<R extends Route, Caller, Client> = {
  /** Returns further counters of a request, such as its session's; address and device are always counted. */
  rules?(given: Parts<R, Caller, Client>): readonly Rule[]
  /** Answers a repeated request of an idempotent route from the id of what was made. No limit counts it. */
  replay?(
    madeId: string,
    given: Parts<R, Caller, Client> & Pick<Circumstances, 'requestContext' | 'browser'>,
  ): Promise<AnswerOf<R>>
  /** The error code to answer instead of `unexpected`. */
  unforeseen?: ErrorCode
}

export type CaptchaCheck = {
  /** Throws `captcha-needed` or `captcha-refused`, each with a new challenge, unless one of this level was solved. */
  check(given: Captcha | undefined, level: number, purpose: CaptchaPurpose): Promise<void>
}

export type Serve<Caller, Client> = <const R extends Route>(
  route: R,
  handler: Handler<R, Caller, Client>,
  more?: ServeMore<R, Caller, Client>,
) => void

export type ServeOptions<Caller, Client> = {
  db: Db
  authenticator: Authenticator<Caller, Client>
  /** HMAC under a key that stays the same when a secret is added, since counters are stored under its values. */
  mac(purpose: string, value: string): Buffer
  report: SecurityEvents['report']
  /** null where captcha challenges are turned off. */
  captcha: CaptchaCheck | null
  /** Multiplies every limit. Benches and tests raise it; no value turns the limits off. */
  limitsFactor: number
  /** True where browsers reach the service over https. */
  isHttps: boolean
}

/**
 * Checks each request in this order: it is well formed, its caller is authenticated, its limits are not reached, and a
 * captcha challenge is solved where one is due.
 */
export function createServe<Caller, Client>(
  app: FastifyInstance,
  options: ServeOptions<Caller, Client>,
): Serve<Caller, Client> {
  const { db, limitsFactor, captcha, isHttps } = options
  const countConditionally = createConditionalCount(db, limitsFactor)
  return (route, handler, { rules: ownRules, replay, unforeseen } = {}) => {
    const purpose = captchaPurposeOf(route)

    async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      const parts = parseRequest(route, request)
      const identified = await identify(options.authenticator, route.access, request.headers.authorization)
      const given = { ...parts, ...identified } as Parts<typeof route, Caller, Client>
      const requestContext = requestContextOf(request, options)
      const isOwnOnly = route.access === 'own-session' || route.access === 'own-session-if-given'
      if (isOwnOnly && identified.caller !== undefined)
        options.authenticator.requireOwnSession(identified.caller, requestContext)
      const browser = browserOf(request, reply, { isHttps, mac: options.mac })

      const mayNeedCaptcha = route.captcha !== undefined && identified.caller === undefined

      async function attempt(noteMade: NoteMade) {
        const solution = captchaIn(parts)
        // A first request without a solution only fetches the challenge, so it must not use up a try of the device.
        const isFetchingChallenge = purpose.isAlwaysDue && mayNeedCaptcha && captcha !== null && !solution
        const rules = [
          ...rulesOf(route, isFetchingChallenge ? { ...requestContext, deviceId: null } : requestContext),
          ...(ownRules?.(given) ?? []),
        ]
        const conditionalRules = conditionalRulesOf(route, requestContext)
        const counted = await countAttempts(
          db,
          [...rules, ...conditionalRules.map(withoutCounting)],
          limitsFactor,
        )
        async function run(conditionalLevel: number): Promise<AnswerOf<typeof route>> {
          const level = Math.max(counted.challengeLevel, conditionalLevel)
          if (mayNeedCaptcha && level > 0) await captcha?.check(solution, level, purpose)
          return handler({
            ...given,
            requestContext,
            browser,
            flowBrowser: flowBrowserOf(request, isHttps),
            counted: rules.filter(({ weight }) => weight !== 0).map(({ key }) => key),
            challengeLevel: (action) =>
              challengeLevelAt(db, addressRules(requestContext, action), limitsFactor),
            noteMade,
            warn: (message, details = {}) => request.log.warn(details, message),
          })
        }
        return conditionalRules.length === 0 || isFetchingChallenge
          ? run(0)
          : countConditionally(requestContext, conditionalRules, run)
      }

      const { caller } = identified
      const owner = caller === undefined ? '' : options.authenticator.idOf(caller)
      const repeatable = replay && repeatableOf(route, request, { parts, owner, mac: options.mac })
      const result =
        replay && repeatable
          ? await doOnce(
              db,
              repeatable,
              { make: attempt, replay: (madeId) => replay(madeId, { ...given, requestContext, browser }) },
              limitsFactor,
            )
          : await attempt(async () => {})
      return send(route, request, reply, result)
    }

    app.route({
      method: route.method,
      url: route.path,
      handler: (request, reply) => answer(request, reply).catch((error) => throwAs(error, unforeseen)),
    })
  }
}

function throwAs(error: unknown, unforeseen: ErrorCode | undefined): never {
  const isUnforeseen = unforeseen !== undefined && asFailure(error).code === 'unexpected'
  throw isUnforeseen ? new Failure(unforeseen, { cause: error }) : error
}

/**
 * Identifies equal requests: same caller, same route, same content except the captcha solution, which differs each time. The parsed parts are in the order of their schemas, so equal contents have equal JSON.
 */
function repeatableOf(
  { method, path, isIdempotent }: Route,
  { headers }: FastifyRequest,
  { parts, owner, mac }: { parts: { body?: unknown }; owner: string; mac: ServeOptions<never, never>['mac'] },
): Repeatable | null {
  const key = isIdempotent ? readIdempotencyKey(headers['idempotency-key']) : null
  if (key === null) return null
  const content = { ...parts, body: { ...(parts.body as object | undefined), captcha: undefined } }
  return {
    key: mac('idempotency key', `${owner} ${key}`),
    bodyMac: mac('idempotent request', JSON.stringify([method, path, content])),
  }
}

function captchaIn(parts: { body?: unknown }): Captcha | undefined {
  return (parts.body as { captcha?: Captcha } | undefined)?.captcha
}

const deviceIdPattern = /^[A-Za-z0-9_-]{8,128}$/

export function requestContextOf(
  request: FastifyRequest,
  { mac, report }: Pick<ServeOptions<never, never>, 'mac' | 'report'>,
): RequestContext {
  const device = request.headers[deviceIdHeader.toLowerCase()]
  const networks = networksOf(request.ip, mac)
  return {
    requestId: request.id,
    address: networks[0].mac,
    networks,
    deviceId: typeof device === 'string' && deviceIdPattern.test(device) ? mac('device', device) : null,
    deviceLabel: deviceLabel(request.headers['user-agent']),
    timeZone: readTimeZone(request.headers[timeZoneHeader.toLowerCase()]),
    report: (event) => report(request.log, event),
  }
}

/** Sends a result that fits the contract. Any other is a fault of the service, and is never sent. */
function send(route: Route, request: FastifyRequest, reply: FastifyReply, result: unknown): unknown {
  if (route.file) return sendFile(request, reply, result as FileAnswer | null)
  if (!route.result) return reply.code(204).send()
  const checked = v.safeParse(route.result, result)
  if (!checked.success) {
    throw new Error(`${route.path} answers unlike its contract: ${v.getDotPath(checked.issues[0]) ?? 'data'}`)
  }
  const answer = route.isBare ? checked.output : { data: toWire(checked.output, route.opaque) }
  return route.cacheSeconds ? sendCached(request, reply, route.cacheSeconds, answer) : reply.send(answer)
}
