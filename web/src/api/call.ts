/** Calls a route of the contract. Every outcome is a result, never an exception (product 7.1). */

import type { Call, Result, Route } from '@foyer/contract/routes/route'
import { callTimeoutMs, language, tokenScheme } from '@foyer/contract/shared-values'
import { deviceIdHeader, fromWire, timeZoneHeader, toWire } from '@foyer/contract/wire'
import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { type CallableRoute, isAnswerOf } from './answer-shapes.ts'
import { fieldFailure } from './browser-failure.ts'
import { deviceId } from './device/device-id.ts'
import { type Failure, networkFailure, type Success } from './failure.ts'
import { failureFrom } from './read-failure.ts'
import { noteServerTime } from './server-clock.ts'
import { own, parseJson } from './storage/browser-storage.ts'

/** The data of an answer; for a list, only its entries. */
type Data<R extends Route> = R['list'] extends GenericSchema ? InferOutput<R['list']>[] : Result<R>

export type Answer<R extends Route> = Success<Data<R>> | Failure

export type CallOptions = {
  accessToken?: string
  signal?: AbortSignal
  /** Sends the request even while the page is being left. */
  keepalive?: boolean
  /** A repeated request with the same key creates nothing new. */
  idempotencyKey?: string
  /** Sends nothing that names the browser. */
  isAnonymous?: boolean
  /** The file of an upload. */
  file?: Blob
}

type Values = Record<string, string | undefined>
type Parts = { params?: Values; query?: Values; body?: unknown }

/** The service may demand more while a challenge is being solved, and then sends another. */
const maxChallenges = 2

/** Read before the first call, because reading takes slow phones several frames. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** Trims and checks the body first, so that a field error costs no request. Solves captcha challenges of the service. */
export async function call<R extends CallableRoute>(
  route: R,
  given: Call<R>,
  options: CallOptions = {},
): Promise<Answer<R>> {
  const { captcha: takesCaptcha }: Route = route
  let answer = await ask(route, given, options)
  for (let round = 0; round < maxChallenges && takesCaptcha && !answer.isSuccessful; round += 1) {
    const { challenge } = answer.errors
    if (!challenge) break
    const { solveCaptcha } = await import('./captcha/solve-captcha.ts')
    const captcha = await solveCaptcha(challenge, options.signal)
    if (!captcha) break
    const { body } = given as Parts
    answer = await ask(route, { ...given, body: { ...(body as object), captcha } }, options)
  }
  return answer
}

async function ask<R extends Route>(route: R, given: Call<R>, options: CallOptions): Promise<Answer<R>> {
  const parts: Parts = given
  const headers: Record<string, string> = { Language: language }
  let body: string | FormData | null = null
  if (route.body) {
    const checked = safeParse(route.body, parts.body)
    if (!checked.success) return fieldFailure(byField(checked.issues))
    body = JSON.stringify(toWire(checked.output, route.opaque))
    headers['Content-Type'] = 'application/json'
  }
  if (options.file) {
    body = new FormData()
    body.append('file', options.file)
  }
  if (options.accessToken !== undefined) headers.Authorization = `${tokenScheme} ${options.accessToken}`
  if (!options.isAnonymous && /^\/api\/(auth|analytics|schools|help\/requests)\b/.test(route.path)) {
    headers[deviceIdHeader] = deviceId()
    headers[timeZoneHeader] = timeZone
  }
  if (options.idempotencyKey !== undefined) headers['Idempotency-Key'] = options.idempotencyKey
  const signals = [AbortSignal.timeout(callTimeoutMs)]
  if (options.signal) signals.push(options.signal)
  try {
    const response = await fetch(urlOf(route.path, parts), {
      method: route.method,
      headers,
      body,
      credentials: options.isAnonymous ? 'omit' : 'include',
      signal: AbortSignal.any(signals),
      keepalive: options.keepalive ?? false,
    })
    noteServerTime(response.headers.get('date'))
    const text = await response.text()
    return response.ok ? readResult(route, text) : failureFrom(response, text)
  } catch {
    return networkFailure()
  }
}

function urlOf(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(toWire(query) as Values)) {
    if (value !== undefined) search.set(name, value)
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** An answer of another shape was made by a proxy, and counts as a network failure. */
function readResult<R extends Route>(route: R, text: string): Answer<R> {
  if (!route.result && !route.list)
    return text === '' ? { isSuccessful: true, data: undefined as Data<R> } : networkFailure()
  const parsed = parseJson(text)
  const data = route.isBare ? parsed : fromWire(own(parsed, 'data'), route.opaque)
  return isAnswerOf(route, data) ? { isSuccessful: true, data: data as Data<R> } : networkFailure()
}

type Issue = { message: string; path?: readonly { key: unknown }[] | undefined }

function byField(issues: readonly Issue[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const { message, path } of issues) {
    const name = String(path?.[0]?.key ?? '')
    fields[name] = [...(fields[name] ?? []), message]
  }
  return fields
}
