/**
 * Calls a route of the contract, whose schemas check request and answer. Every outcome is a result, never an exception
 * (product 7.1).
 */

import type { Call, Result, Route } from '@foyer/contract/routes/route'
import { array, type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { fieldFailure } from './browser-failure.ts'
import { type Failure, networkFailure, type Success } from './failure.ts'
import { failureFrom } from './read-failure.ts'
import { type Parts, type SendOptions, send } from './send.ts'

/** The data of an answer; for a list, the array of its entries. */
type Data<R extends Route> = R['list'] extends GenericSchema ? InferOutput<R['list']>[] : Result<R>

export type Answer<R extends Route> = Success<Data<R>> | Failure

/** The service may raise the difficulty while the browser solves a challenge, and then sends a second challenge. */
const maxChallenges = 2

/**
 * Validates the body before sending, so that a field error costs no request. Solves captcha challenges and repeats the
 * request.
 */
export async function call<R extends Route>(
  route: R,
  given: Call<R>,
  options: SendOptions = {},
): Promise<Answer<R>> {
  const { captcha: takesCaptcha }: Route = route
  let answer = await ask(route, given, options)
  for (let round = 0; round < maxChallenges && takesCaptcha && !answer.isSuccessful; round += 1) {
    const { challenge } = answer.errors
    if (!challenge) break
    const solver = await import('./captcha/solve-captcha.ts').catch(() => null)
    if (!solver) return networkFailure()
    const captcha = await solver.solveCaptcha(challenge, options.signal)
    if (!captcha) break
    const { body } = given as Parts
    answer = await ask(route, { ...given, body: { ...(body as object), captcha } }, options)
  }
  return answer
}

async function ask<R extends Route>(route: R, given: Call<R>, options: SendOptions): Promise<Answer<R>> {
  const parts: Parts = { ...given }
  if (route.body) {
    const checked = safeParse(route.body, parts.body)
    if (!checked.success) return fieldFailure(byField(checked.issues))
    parts.body = checked.output
  }
  const reply = await send(route, parts, options)
  if (!reply) return networkFailure()
  if (reply.status < 200 || reply.status > 299) return failureFrom(reply)
  const schema = route.list ? array(route.list) : route.result
  // An answer of another shape comes from a proxy, such as the sign-in page of a hotel.
  const isWhole = schema ? fits(schema, reply.data) : reply.isEmpty
  if (!isWhole) return networkFailure()
  const { version } = reply
  return { isSuccessful: true, data: reply.data as Data<R>, ...(version !== null && { version }) }
}

/**
 * Checks the data but allows unknown fields: during a rollout, a newer release of the service may answer with additional
 * fields.
 */
function fits(schema: GenericSchema, data: unknown): boolean {
  return safeParse(schema, data).issues?.every(({ expected }) => expected === 'never') ?? true
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
