/** Every API route passes here: access, strict parsing, limits, the handler, and a check of its result. */
import { isIPv4, isIPv6 } from 'node:net'
import type { FieldErrors } from '@foyer/contract/errors'
import { requestLimits } from '@foyer/contract/limits'
import type { Access, Given, Result, Route } from '@foyer/contract/route'
import { fromWire, toWire } from '@foyer/contract/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Db } from '../db/connect.ts'
import type { SecurityEvent, SecurityWatch } from '../security-watch.ts'
import { type Authenticator, identify } from './access.ts'
import { Failure } from './failure.ts'
import { countAttempt, type Rule } from './rate-limit.ts'

/** Where a request came from: HMACs for limits and the audit trail. */
export type From = {
  requestId: string
  address: Buffer
  deviceId: Buffer | null
  /** Tells the operator of a security event of this request. */
  report(event: SecurityEvent): void
}

type Identity<A extends Access, Caller, Client> = A extends 'bearer' | 'bearer-or-expired'
  ? { caller: Caller }
  : A extends 'client'
    ? { client: Client }
    : unknown

export type Handler<R extends Route, Caller, Client> = (
  given: Given<R> & Identity<R['access'], Caller, Client> & { from: From },
) => Promise<Result<R>>

export type Serve<Caller, Client> = <const R extends Route>(
  route: R,
  handler: Handler<R, Caller, Client>,
) => void

export type ServeOptions<Caller, Client> = {
  db: Db
  authenticator: Authenticator<Caller, Client>
  /** HMAC under a key of the service. */
  mac(purpose: string, value: string): Buffer
  report: SecurityWatch['report']
  /** Benches and tests multiply the limits; nothing turns them off. */
  limitsFactor: number
}

export function createServe<Caller, Client>(
  app: FastifyInstance,
  options: ServeOptions<Caller, Client>,
): Serve<Caller, Client> {
  return (route, handler) => {
    app.route({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        const given = parse(route, request)
        const from = fromOf(request, options)
        await countAttempt(options.db, rulesOf(route, from, options.limitsFactor))
        const identified = await identify(options.authenticator, route.access, request.headers.authorization)
        const result = await handler({ ...given, ...identified, from } as Parameters<typeof handler>[0])
        return send(route, reply, result)
      },
    })
  }
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

function rulesOf(route: Route, from: From, factor: number): Rule[] {
  if (!route.limit) return []
  const limits = requestLimits[route.limit]
  const rules: Rule[] = [rule(`${route.limit}:address`, from.address, limits.address, factor)]
  if ('device' in limits && from.deviceId) {
    rules.push(rule(`${route.limit}:device`, from.deviceId, limits.device, factor))
  }
  return rules
}

function rule(
  name: string,
  mac: Buffer,
  { max, windowSeconds }: { max: number; windowSeconds: number },
  factor: number,
): Rule {
  return { key: `${name}:${mac.toString('base64url')}`, max: max * factor, windowSeconds }
}

/** A result that does not fit the contract is our fault and never leaves the house. */
function send(route: Route, reply: FastifyReply, result: unknown): unknown {
  if (!route.result) return reply.code(204).send()
  const checked = v.safeParse(route.result, result)
  if (!checked.success) {
    throw new Error(`${route.path} answers unlike its contract: ${v.getDotPath(checked.issues[0]) ?? 'data'}`)
  }
  if (route.cacheSeconds) reply.header('cache-control', `public, max-age=${route.cacheSeconds}`)
  return reply.send(route.isBare ? checked.output : { data: toWire(checked.output, route.opaque) })
}
