/** Refuses sessions that may not call a route, by the way they were opened and by their platform (product 6). */
import type { Route } from '@foyer/contract/routes/route'
import { Failure } from '../../kernel/failure.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Caller } from './access-tokens.ts'

/** Throws `no-access` (docs/decisions/platform-access.md), and reports the refusal to the audit trail. */
export function requireAccess(
  caller: Caller,
  route: Pick<Route, 'access' | 'platforms' | 'scope'>,
  requestContext: RequestContext,
): void {
  const { userId, sessionId, platform } = caller
  const refusedAs = refusal(caller, route)
  if (refusedAs === null) return
  requestContext.report({ event: refusedAs, userId, sessionId, platform })
  throw new Failure('no-access')
}

function refusal(
  { isOwn, isExternal, platform, scopes }: Caller,
  { access, platforms, scope }: Pick<Route, 'access' | 'platforms' | 'scope'>,
): string | null {
  const isForUsers = access === 'bearer' || access === 'bearer-if-given'
  if (isForUsers && isExternal) return 'platform-refused'
  const isForOwn = access === 'own-session' || access === 'own-session-if-given'
  if (isForOwn && !isOwn) return 'platform-refused'
  // A client of OpenID Connect reaches the routes of its scopes; its user signs out at any time.
  if (isForUsers && scopes !== null && !(scope && scopes.includes(scope))) return 'scope-refused'
  return platforms === undefined || platforms.includes(platform) ? null : 'role-refused'
}
