/** Lists the platforms of a signed-in user as doors. */
import { type Platform, platformRow, platforms } from '@foyer/contract/platforms'
import type { listDoors } from '@foyer/contract/routes/browser-sessions'
import type { Result } from '@foyer/contract/routes/route'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { listSessionsHere } from '../../identity/sessions/browser-sessions.ts'
import { listVisits } from '../../identity/sessions/sessions.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { browserSessionOf } from './accounts-here.ts'
import { entryTo, isAddable } from './decide-entry.ts'

export async function listOwnDoors(
  services: Services,
  { userId, platform: current }: Caller,
  caller: { browser: Browser; requestContext: RequestContext },
): Promise<Result<typeof listDoors>> {
  const { db, config } = services
  const user = await findUser(db, { id: userId })
  if (!user) throw new Failure('session-ended')
  const here = await browserSessionOf(services, caller)
  const all = here ? await listSessionsHere(db, here) : []
  const sessions = all.filter((session) => session.userId === userId)
  const visits = await listVisits(db, userId)
  const places = platforms.flatMap((platform) => {
    const home = homeOf(platform)
    return home === null ? [] : [{ platform, home }]
  })
  const doors = places
    .filter(({ platform }) => user.platforms.includes(platform))
    .map(({ platform, home }) => ({
      platform,
      home,
      lastVisitAt: visits.get(platform)?.toISOString() ?? null,
      entry: entryTo(platform, { user, proofs: sessions }, config).entry,
      isCurrent: platform === current,
    }))
    .sort((a, b) => (b.lastVisitAt ?? '').localeCompare(a.lastVisitAt ?? ''))
  const addable = places.filter(({ platform }) => isAddable(platform) && !user.platforms.includes(platform))
  return { doors, addable }

  function homeOf(platform: Platform): string | null {
    return platformRow(platform).redirect === 'home' ? config.registry.homeOf(platform) : null
  }
}
