/** Every API route passes here: access, strict parsing, limits, the handler, and a check of its result. */

import type { ErrorCode, FieldErrors } from '@foyer/contract/errors'
import {
  allFaultsMaxValues,
  type ChallengeWindow,
  type RequestLimit,
  requestLimits,
} from '@foyer/contract/limits'
import type { Captcha } from '@foyer/contract/routes/captcha'
import type { Access, Given, Result, Route } from '@foyer/contract/routes/route'
import { fromWire, toWire } from '@foyer/contract/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Db } from '../db/connect.ts'
import { asFailure, Failure } from '../failure.ts'
import { createConditionalCount, looking } from '../limits/conditional-count.ts'
import { doOnce, type NoteMade, type Repeatable, readIdempotencyKey } from '../limits/idempotency.ts'
import { networkRules, networksOf, ruleKey } from '../limits/network-rules.ts'
import { challengeLevelAt, countAttempts, type Rule } from '../limits/rate-limit.ts'
import type { SecurityWatch } from '../monitoring/security-events.ts'
import type { Browser, RequestContext } from '../request-context.ts'
import { type Authenticator, identify } from './access.ts'
import { browserOf } from './browser-cookie.ts'
import { sendCached } from './cached-answer.ts'
import { countRead } from './connection/json-bodies.ts'
import { deviceLabel } from './device-label.ts'

type Identity<A extends Access, Caller, Client> = A extends 'own-session' | 'bearer-or-expired'
  ? { caller: Caller }
  : A extends 'client'
    ? { client: Client }
    : A extends 'client-if-given'
      ? { client?: Client }
      : unknown

type Parts<R extends Route, Caller, Client> = Given<R> & Identity<R['access'], Caller, Client>

export type Handler<R extends Route, Caller, Client> = (
  given: Parts<R, Caller, Client> & Circumstances,
) => Promise<Result<R>>

type Circumstances = {
  requestContext: RequestContext
  browser: Browser
  /** What was counted for this request: a handler whose success is no attempt gives it back. */
  counted: readonly string[]
  /** Returns the level of the captcha challenge due for the next attempt of this address at an action; at least 1. */
  challengeLevel(action: string | undefined): Promise<number>
  /** Of an idempotent route: notes what was made, where the request may be sent again. */
  noteMade: NoteMade
  /** Writes a line to the log that an operator should see. */
  warn(message: string, details?: Record<string, string | number>): void
}

export type ServeMore<R extends Route, Caller, Client> = {
  /** Counters of a request beyond its address and device, such as its session's. */
  rules?(given: Parts<R, Caller, Client>): readonly Rule[]
  /** Of an idempotent route: its answer once more, from the id of what was made; of its limits none counts. */
  replay?(
    madeId: string,
    given: Parts<R, Caller, Client> & Pick<Circumstances, 'requestContext' | 'browser'>,
  ): Promise<Result<R>>
  /** Says in the route's own words what would else be `unexpected`. */
  unforeseen?: ErrorCode
}

export type CaptchaPurpose = {
  /** The route, so that no solution for one passes on another. */
  action: string
  /** Whether everybody pays here, from the first time on. */
  isAlwaysDue: boolean
}

export type CaptchaCheck = {
  /** Throws `captcha-needed` or `captcha-refused`, each with what to solve, unless one of this level was solved. */
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
  /** HMAC under a key of the service that stays when a secret is added: counters live by it. */
  mac(purpose: string, value: string): Buffer
  report: SecurityWatch['report']
  /** null where puzzles are turned off. */
  captcha: CaptchaCheck | null
  /** Benches and tests multiply the limits; nothing turns them off. */
  limitsFactor: number
  /** Whether people reach the service over https. */
  isHttps: boolean
}

/** In order: what is sent must be well formed, the caller genuine, the limits not reached, a puzzle solved where due. */
export function createServe<Caller, Client>(
  app: FastifyInstance,
  options: ServeOptions<Caller, Client>,
): Serve<Caller, Client> {
  const { db, limitsFactor, captcha, isHttps } = options
  const countConditionally = createConditionalCount(db, limitsFactor)
  return (route, handler, { rules: ownRules, replay, unforeseen } = {}) => {
    const purpose = purposeOf(route)

    async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      const parts = parse(route, request)
      const identified = await identify(options.authenticator, route.access, request.headers.authorization)
      const given = { ...parts, ...identified } as Parts<typeof route, Caller, Client>
      const requestContext = requestContextOf(request, options)
      if (route.access === 'own-session' && identified.caller !== undefined)
        options.authenticator.requireOwnSession(identified.caller, requestContext)
      const browser = browserOf(request, reply, { isHttps, mac: options.mac })

      async function attempt(noteMade: NoteMade) {
        const solved = captchaIn(parts)
        // Who only comes for the puzzle that everybody needs has not tried yet: a device has few tries.
        const isAsking = purpose.isAlwaysDue && captcha !== null && !solved
        const rules = [
          ...rulesOf(route, isAsking ? { ...requestContext, deviceId: null } : requestContext),
          ...(ownRules?.(given) ?? []),
        ]
        const among = allLimits.flatMap(([name, limit]) => rulesAmong(route, requestContext, name, limit))
        const counted = await countAttempts(db, [...rules, ...among.map(looking)], limitsFactor)
        async function run(levelAmong: number): Promise<Result<typeof route>> {
          const level = Math.max(counted.challengeLevel, levelAmong)
          if (route.captcha && level > 0) await captcha?.check(solved, level, purpose)
          return handler({
            ...given,
            requestContext,
            browser,
            counted: rules.filter(({ weight }) => weight !== 0).map(({ key }) => key),
            challengeLevel: (action) =>
              challengeLevelAt(db, addressRules(requestContext, action), limitsFactor),
            noteMade,
            warn: (message, details = {}) => request.log.warn(details, message),
          })
        }
        return among.length === 0 || isAsking ? run(0) : countConditionally(requestContext, among, run)
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

function purposeOf({ limit }: Route): CaptchaPurpose {
  const { address }: RequestLimit = limit ? requestLimits[limit] : { address: [] }
  return {
    action: actionOf(limit ?? 'any'),
    isAlwaysDue: address.some(({ freeCount }) => freeCount === 0),
  }
}

function actionOf(limit: string): string {
  return limit.replaceAll('-', '_')
}

/**
 * What makes two requests the same: who sends them, where, and all they say but for the captcha, which is another each
 * time. The parts have been parsed, so they are in the order of their schemas.
 */
function repeatableOf(
  { method, path, isIdempotent }: Route,
  { headers }: FastifyRequest,
  { parts, owner, mac }: { parts: { body?: unknown }; owner: string; mac: ServeOptions<never, never>['mac'] },
): Repeatable | null {
  const key = isIdempotent ? readIdempotencyKey(headers['idempotency-key']) : null
  if (key === null) return null
  const said = { ...parts, body: { ...(parts.body as object | undefined), captcha: undefined } }
  return {
    key: mac('idempotency key', `${owner} ${key}`),
    bodyMac: mac('idempotent request', JSON.stringify([method, path, said])),
  }
}

function captchaIn(parts: { body?: unknown }): Captcha | undefined {
  return (parts.body as { captcha?: Captcha } | undefined)?.captcha
}

/** Checks all parts and tells every fault of all of them at once; of a part of many values, the first alone. */
function parse<R extends Route>(route: R, request: FastifyRequest): Given<R> {
  const given: Record<string, unknown> = {}
  // No prototype: a field may be called `constructor`.
  const fields: FieldErrors = Object.create(null)
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = route[part]
    const received = fromWire(request[part] ?? {}, route.opaque)
    if (!schema) {
      refuseUnexpected(part, received, fields)
      continue
    }
    const abortEarly = countRead(received, allFaultsMaxValues).values > allFaultsMaxValues
    const parsed = v.safeParse(schema, received, { abortEarly, abortPipeEarly: true })
    if (parsed.success) given[part] = parsed.output
    else for (const issue of parsed.issues) fields[v.getDotPath(issue) ?? part] ??= [issue.message]
  }
  if (Object.keys(fields).length > 0) {
    throw new Failure('invalid-request', {
      fields: Object.fromEntries(Object.entries(fields).map(([name, [sentence = '']]) => [name, sentence])),
    })
  }
  return given as Given<R>
}

/** Tells the first unknown name alone, as the schemas do: an address has room for thousands. */
function refuseUnexpected(part: string, received: unknown, fields: FieldErrors): void {
  const isObject = typeof received === 'object' && received !== null && !Array.isArray(received)
  const name = isObject ? Object.keys(received)[0] : part
  if (name !== undefined) fields[name] = ['Unknown field']
}

const deviceIdPattern = /^[A-Za-z0-9_-]{8,128}$/

function requestContextOf(
  request: FastifyRequest,
  { mac, report }: Pick<ServeOptions<never, never>, 'mac' | 'report'>,
): RequestContext {
  const device = request.headers['x-device-id']
  const networks = networksOf(request.ip, mac)
  return {
    requestId: request.id,
    address: networks[0].mac,
    networks,
    deviceId: typeof device === 'string' && deviceIdPattern.test(device) ? mac('device', device) : null,
    deviceLabel: deviceLabel(request.headers['user-agent']),
    report: (event) => report(request.log, event),
  }
}

function rulesOf(route: Route, requestContext: RequestContext): Rule[] {
  if (!route.limit) return []
  const { address, device = [] }: RequestLimit = requestLimits[route.limit]
  return [
    ...networkRules(requestContext, route.limit, address),
    ...(requestContext.deviceId ? deviceRules(requestContext.deviceId, route.limit, device) : []),
  ]
}

/** The rules of a limit that counts some of the requests of this route. */
function rulesAmong(
  route: Route,
  context: RequestContext,
  name: string,
  { address, among }: RequestLimit,
): Rule[] {
  if (among === undefined || among.limit !== route.limit) return []
  return networkRules(context, name, address).map((rule) => ({ ...rule, only: among.code }))
}

const allLimits: [string, RequestLimit][] = Object.entries(requestLimits)

function deviceRules(deviceId: Buffer, name: string, windows: readonly ChallengeWindow[]): Rule[] {
  return windows.map((window) => ({
    key: ruleKey(`${name}:device`, deviceId, window.windowSeconds),
    ...window,
  }))
}

/** Returns the rules that say how often these networks have asked, over all routes and for this action in particular. */
function addressRules(context: RequestContext, action: string | undefined): Rule[] {
  return allLimits.flatMap(([name, { address, among }]) =>
    among === undefined || actionOf(among.limit) === action ? networkRules(context, name, address) : [],
  )
}

/** A result that does not fit the contract is our fault and never leaves the house. */
function send(route: Route, request: FastifyRequest, reply: FastifyReply, result: unknown): unknown {
  if (!route.result) return reply.code(204).send()
  const checked = v.safeParse(route.result, result)
  if (!checked.success) {
    throw new Error(`${route.path} answers unlike its contract: ${v.getDotPath(checked.issues[0]) ?? 'data'}`)
  }
  const answer = route.isBare ? checked.output : { data: toWire(checked.output, route.opaque) }
  return route.cacheSeconds ? sendCached(request, reply, route.cacheSeconds, answer) : reply.send(answer)
}
