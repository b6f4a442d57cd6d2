/** Turns the limits that a route declares into rules that count its requests. */

import type { Route } from '@foyer/contract/routes/route'
import { networkRules, ruleKey } from '../limits/network-rules.ts'
import type { Rule } from '../limits/rate-limit.ts'
import {
  type ChallengeWindow,
  type RequestLimit,
  requestLimits,
  requestsOfUser,
} from '../limits/request-limits.ts'
import type { RequestContext } from '../request-context.ts'

export type CaptchaPurpose = {
  /** The name of the route's limit. A solution for one action is refused for another. */
  action: string
  /** True if every request needs a solved challenge, from the first one on. */
  isAlwaysDue: boolean
}

/** Returns the action of this route for captcha challenges, and whether a challenge is always due. */
export function captchaPurposeOf({ limit }: Route): CaptchaPurpose {
  const { address }: RequestLimit = limit ? requestLimits[limit] : { address: [] }
  return {
    action: actionOf(limit ?? 'any'),
    isAlwaysDue: address.some(({ freeCount }) => freeCount === 0),
  }
}

function actionOf(limit: string): string {
  return limit.replaceAll('-', '_')
}

/** Returns the rules that count every request of this route, by network and by device. */
export function rulesOf(
  route: Pick<Route, 'limit'>,
  requestContext: Pick<RequestContext, 'networks' | 'deviceId'>,
): Rule[] {
  if (!route.limit) return []
  const { address, device = [] }: RequestLimit = requestLimits[route.limit]
  return [
    ...networkRules(requestContext, route.limit, address),
    ...(requestContext.deviceId ? deviceRules(requestContext.deviceId, route.limit, device) : []),
  ]
}

/**
 * Returns the rules that count a user's requests, from any network and device. Routes without a limit share one
 * counter. Ending a session is never counted: a user can always sign out.
 */
export function userRulesOf(
  { access, limit, endsSession }: Pick<Route, 'access' | 'limit' | 'endsSession'>,
  userMac: Buffer,
): Rule[] {
  if (endsSession || access === 'bearer-or-expired') return []
  const { user = requestsOfUser }: Partial<RequestLimit> = limit ? requestLimits[limit] : {}
  return user.map((window) => ({
    key: ruleKey(`${limit ?? 'session'}:user`, userMac, window.windowSeconds),
    ...window,
  }))
}

/** Returns the rules of the limits that count only requests of this route that fail with a certain code. */
export function conditionalRulesOf(route: Route, requestContext: RequestContext): Rule[] {
  return conditionalLimits.flatMap(({ name, address, limit, only }) =>
    limit === route.limit
      ? networkRules(requestContext, name, address).map((rule) => ({ ...rule, only }))
      : [],
  )
}

const allLimits: [string, RequestLimit][] = Object.entries(requestLimits)
const conditionalLimits = allLimits.flatMap(([name, { address, among }]) =>
  among ? [{ name, address, limit: among.limit, only: among.code }] : [],
)

function deviceRules(deviceId: Buffer, name: string, windows: readonly ChallengeWindow[]): Rule[] {
  return windows.map((window) => ({
    key: ruleKey(`${name}:device`, deviceId, window.windowSeconds),
    ...window,
  }))
}

/** Returns the rules that count these networks over all routes, and the conditional rules of this captcha action. */
export function addressRules(requestContext: RequestContext, action: string | undefined): Rule[] {
  return allLimits.flatMap(([name, { address, among }]) =>
    among === undefined || actionOf(among.limit) === action
      ? networkRules(requestContext, name, address)
      : [],
  )
}
