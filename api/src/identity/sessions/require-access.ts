/** Refuses sessions that may not call a route, by the way they were opened and by their platform (product 6). */
import type { Route } from '@foyer/contract/routes/route'
import { Failure } from '../../kernel/failure.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Caller } from './access-tokens.ts'

/** Throws `no-access` (docs/decisions/platform-access.md), and reports the refusal to the audit trail. */
export function requireAccess(
  caller: Caller,
  route: Pick<Route, 'access' | 'platforms'>,
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
  { access, platforms }: Pick<Route, 'access' | 'platforms'>,
): string | null {
  const isForUsers = access === 'bearer' || access === 'bearer-if-given'
  if (isForUsers && isExternal) return 'platform-refused'
  const isForOwn = access === 'own-session' || access === 'own-session-if-given'
  if (isForOwn && !isOwn) return 'platform-refused'
  return platforms === undefined || platforms.includes(platform) ? null : 'role-refused'
}
