/** Refuses sessions that a route is not for: by where the user opened them, and by the platform they are for (Spec 6). */
import type { Route } from '@foyer/contract/routes/route'
import { Failure } from '../../failure.ts'
import type { RequestContext } from '../../request-context.ts'
import type { Caller } from './access-tokens.ts'

/** Throws `no-access`, and reports what was refused (docs/decisions/platform-tokens.md). */
export function requireAccess(
  caller: Caller,
  route: Pick<Route, 'access' | 'roles'>,
  requestContext: RequestContext,
): void {
  const { userId, sessionId, platform } = caller
  const refusedAs = refusal(caller, route)
  if (refusedAs === null) return
  requestContext.report({ event: refusedAs, userId, sessionId, platform })
  throw new Failure('no-access')
}

function refusal(
  { isOwn, isExternal, platform }: Caller,
  { access, roles }: Pick<Route, 'access' | 'roles'>,
): string | null {
  const isForUsers = access === 'bearer' || access === 'bearer-if-given'
  if (isForUsers && isExternal) return 'platform-refused'
  const isForOwn = access === 'own-session' || access === 'own-session-if-given'
  if (isForOwn && !isOwn) return 'platform-refused'
  return roles === undefined || roles.includes(platform) ? null : 'role-refused'
}
