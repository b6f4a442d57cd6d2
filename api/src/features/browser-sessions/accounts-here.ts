/** Lists the accounts that are signed in in a browser, for the chooser. */
import type { Platform } from '@foyer/contract/platforms'
import type { AccountHere, findBrowserSession } from '@foyer/contract/routes/browser-sessions'
import type { Result } from '@foyer/contract/routes/route'
import {
  type BrowserSession,
  endFamily,
  listSessionsHere,
  type SessionHere,
  useBrowserSession,
} from '../../identity/sessions/browser-sessions.ts'
import { endSessionsHere } from '../../identity/sessions/end-session.ts'
import { type FoundUser, findUserWith } from '../../identity/users/find-user.ts'
import { fullName } from '../../identity/users/user-names.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import { maskRecipient } from '../../messages/payload.ts'
import type { Services } from '../../services.ts'
import { entryTo } from './decide-entry.ts'

type Caller = { browser: Browser; requestContext: RequestContext }

/**
 * Finds the browser session of the caller's cookie; null without one. A replaced value that comes back long after its
 * successor was used is a copy, or the successor is: everything in the browser session ends, and each user's trail says so.
 */
export async function browserSessionOf(
  services: Services,
  { browser, requestContext }: Caller,
): Promise<BrowserSession | null> {
  const { db, outbox, accessTokens } = services
  const used = await useBrowserSession(db, browser.session)
  if (used.kind !== 'replayed') return used.kind === 'current' ? used.browserSession : null
  const event = 'browser-session-replayed'
  const ended = await db.transaction().execute(async (trx) => {
    const browserSessionIds = await endFamily(trx, browser.session)
    const sessions = await endSessionsHere(trx, outbox, { browserSessionIds, browserIds: [] }, event)
    for (const userId of new Set(sessions.map((session) => session.userId)))
      await recordEvent(trx, { event, requestContext, userId })
    return sessions
  })
  for (const { id } of ended) accessTokens.forget(id)
  return null
}

export async function listAccountsHere(
  services: Services,
  { platform }: { platform?: Platform | undefined },
  caller: Caller,
): Promise<Result<typeof findBrowserSession>> {
  const here = await browserSessionOf(services, caller)
  const sessions = here ? await listSessionsHere(services.db, here) : []
  const userIds = [...new Set(sessions.map(({ userId }) => userId))]
  // Concurrent look-ups run as one statement.
  const found = await Promise.all(userIds.map((id) => findUserWith(services.db, { id })))
  const accounts = found.flatMap((user) => (user ? [asAccount(services, user, sessions, platform)] : []))
  const isShared = here?.isShared ?? false
  return { isShared, accounts, lastUsed: lastUsedAt(platform, sessions) }
}

function asAccount(
  { config }: Services,
  { user, passwordHash }: FoundUser,
  sessionsHere: readonly SessionHere[],
  platform: Platform | undefined,
): AccountHere {
  const sessions = sessionsHere.filter(({ userId }) => userId === user.id)
  const visited = new Map<Platform, Date>()
  for (const { platform: at, lastSeenAt } of sessions) if (!visited.has(at)) visited.set(at, lastSeenAt)
  const platforms = [...visited].map(([at, seen]) => ({ platform: at, lastVisitAt: seen.toISOString() }))
  const contact = user.email ?? user.phoneNumber
  return {
    uuid: user.id,
    fullName: fullName(user),
    picture: user.pictureUrl,
    contact: contact === null ? null : maskRecipient(contact),
    hasPassword: passwordHash !== null,
    lastVisitAt: platforms[0]?.lastVisitAt ?? new Date(0).toISOString(),
    platforms,
    entry: platform ? entryTo(platform, { user, proofs: sessions }, config).entry : null,
  }
}

/** Returns the account that signed in or continued last at the platform; null if none is signed in there. */
function lastUsedAt(platform: Platform | undefined, sessions: readonly SessionHere[]): string | null {
  const [last] = sessions
    .filter((session) => session.platform === platform)
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  return last?.userId ?? null
}
