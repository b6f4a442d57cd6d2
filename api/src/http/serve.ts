/** Every API route passes here: access, strict parsing, limits, the handler, and a check of its result. */
import { isIPv4, isIPv6 } from 'node:net'
import type { Captcha } from '@foyer/contract/captcha'
import type { FieldErrors } from '@foyer/contract/errors'
import { type PuzzleWindow, type RequestLimit, requestLimits } from '@foyer/contract/limits'
import type { Access, Given, Result, Route } from '@foyer/contract/route'
import { fromWire, toWire } from '@foyer/contract/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Db } from '../db/connect.ts'
import type { From } from '../from.ts'
import type { SecurityWatch } from '../security-watch.ts'
import { type Authenticator, identify } from './access.ts'
import { type Browser, browserOf } from './browser-cookie.ts'
import { sendCached } from './cached-answer.ts'
import { deviceLabel } from './device-label.ts'
import { Failure } from './failure.ts'
import { countAttempts, puzzleLevelAt, type Rule } from './rate-limit.ts'

export type { From } from '../from.ts'

type Identity<A extends Access, Caller, Client> = A extends 'bearer' | 'bearer-or-expired'
  ? { caller: Caller }
  : A extends 'client'
    ? { client: Client }
    : unknown

type Parts<R extends Route, Caller, Client> = Given<R> & Identity<R['access'], Caller, Client>

export type Handler<R extends Route, Caller, Client> = (
  given: Parts<R, Caller, Client> & Circumstances,
) => Promise<Result<R>>

type Circumstances = {
  from: From
  browser: Browser
  /** What was counted for this request: a handler whose success is no attempt gives it back. */
  counted: readonly string[]
  /** How hard a puzzle this address would be given for its next attempt at anything; at least 1. */
  puzzleLevel(): Promise<number>
  /** Writes a line to the log that an operator should see. */
  warn(message: string, details?: Record<string, string | number>): void
}

/** Counters of a request beyond its address and device, such as its session's. */
export type OwnRules<R extends Route, Caller, Client> = (given: Parts<R, Caller, Client>) => readonly Rule[]

export type CaptchaCheck = {
  /**
   * Throws `captcha-needed` or `captcha-refused`, each with what to solve, unless one of this level was solved. The
   * action names the route to vendors who keep solutions for one route from passing on another.
   */
  check(given: Captcha | undefined, level: number, action: string): Promise<void>
}

export type Serve<Caller, Client> = <const R extends Route>(
  route: R,
  handler: Handler<R, Caller, Client>,
  ownRules?: OwnRules<R, Caller, Client>,
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
  return (route, handler, ownRules) => {
    app.route({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        const parts = parse(route, request)
        const identified = await identify(options.authenticator, route.access, request.headers.authorization)
        const given = { ...parts, ...identified } as Parts<typeof route, Caller, Client>
        const from = fromOf(request, options)
        const rules = [...rulesOf(route, from), ...(ownRules?.(given) ?? [])]
        const { puzzleLevel } = await countAttempts(db, rules, limitsFactor)
        if (route.captcha && puzzleLevel > 0)
          await captcha?.check(captchaIn(parts), puzzleLevel, actionOf(route))
        const result = await handler({
          ...given,
          from,
          browser: browserOf(request, reply, isHttps),
          counted: rules.filter((rule) => rule.weight !== 0).map((rule) => rule.key),
          puzzleLevel: () => puzzleLevelAt(db, addressRules(from), limitsFactor),
          warn: (message, details = {}) => request.log.warn(details, message),
        })
        return send(route, request, reply, result)
      },
    })
  }
}

function actionOf({ limit }: Route): string {
  return (limit ?? 'any').replaceAll('-', '_')
}

function captchaIn(parts: { body?: unknown }): Captcha | undefined {
  return (parts.body as { captcha?: Captcha } | undefined)?.captcha
}

/** All parts are checked, and every fault of all of them is told at once. */
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
    const parsed = v.safeParse(schema, received, { abortPipeEarly: true })
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

function refuseUnexpected(part: string, received: unknown, fields: FieldErrors): void {
  if (typeof received !== 'object' || received === null || Array.isArray(received))
    fields[part] = ['Unknown field']
  else for (const name of Object.keys(received)) fields[name] = ['Unknown field']
}

const deviceIdPattern = /^[A-Za-z0-9_-]{8,128}$/

function fromOf(
  request: FastifyRequest,
  { mac, report }: Pick<ServeOptions<never, never>, 'mac' | 'report'>,
): From {
  const device = request.headers['x-device-id']
  return {
    requestId: request.id,
    address: mac('address', networkOf(request.ip)),
    deviceId: typeof device === 'string' && deviceIdPattern.test(device) ? mac('device', device) : null,
    deviceLabel: deviceLabel(request.headers['user-agent']),
    report: (event) => report(request.log, event),
  }
}

/** One IPv4 address, or the /64 of an IPv6 one; whatever is neither shares one key. */
function networkOf(ip: string | undefined): string {
  const address = ip ?? ''
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'nowhere'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = address.split('::')
  const start = head ? head.split(':') : []
  const end = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array<string>(8 - start.length - end.length).fill('0')
  return [...start, ...zeros, ...end].slice(0, 4).join(':')
}

function rulesOf(route: Route, from: From): Rule[] {
  if (!route.limit) return []
  const { address, device = [] }: RequestLimit = requestLimits[route.limit]
  return [
    ...ruled(`${route.limit}:address`, from.address, address),
    ...(from.deviceId ? ruled(`${route.limit}:device`, from.deviceId, device) : []),
  ]
}

/** What decides how often this address has asked, over all routes. */
function addressRules(from: From): Rule[] {
  const limits: [string, RequestLimit][] = Object.entries(requestLimits)
  return limits.flatMap(([name, { address }]) => ruled(`${name}:address`, from.address, address))
}

function ruled(name: string, mac: Buffer, windows: readonly PuzzleWindow[]): Rule[] {
  const subject = mac.toString('base64url')
  return windows.map((window) => ({ key: `${name}:${window.windowSeconds}:${subject}`, ...window }))
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
