/** Signs one account or every account out of a browser, and tells which platforms have confirmed. */
import { type Platform, platforms } from '@foyer/contract/platforms'
import type {
  LogoutState,
  logOutEverywhereHere,
  readPlatformLogouts,
} from '@foyer/contract/routes/browser-sessions'
import type { Result } from '@foyer/contract/routes/route'
import { endFamily, lockFamily } from '../../identity/sessions/browser-sessions.ts'
import { type EndedHere, endSessionsHere } from '../../identity/sessions/end-session.ts'
import { forgetUserHere } from '../../identity/sessions/known-browsers.ts'
import type { Purpose } from '../../identity/tokens/one-time-tokens.ts'
import { createSealedToken, readSealedToken } from '../../identity/tokens/sealed-tokens.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import { findStates } from '../../messages/messages.ts'
import type { Services } from '../../services.ts'

type Caller = { browser: Browser; requestContext: RequestContext }

/** A platform whose sessions ended, with its messages; null for a session whose platform has no back channel. */
type PlatformMessages = { platform: Platform; messages: (string | null)[] }

const purpose: Purpose = { name: 'browser-logout', prefix: 'bl_', seconds: 600 }

/** Ends the browser session, an expired one too: its platforms' sessions may be open longer. */
export async function logOutHere(
  services: Services,
  { browser, requestContext }: Caller,
): Promise<Result<typeof logOutEverywhereHere>> {
  const { db, outbox } = services
  const ended = await db.transaction().execute(async (trx) => {
    const browserSessionIds = await endFamily(trx, browser.session)
    const here = { browserSessionIds, browserIds: browser.ids }
    const sessions = await endSessionsHere(trx, outbox, here, 'browser-signed-out')
    for (const userId of new Set(sessions.map((session) => session.userId)))
      await recordEvent(trx, { event: 'sign-out', requestContext, userId, details: { scope: 'browser' } })
    return sessions
  })
  for (const { id } of ended) services.accessTokens.forget(id)
  browser.session.clear()
  const messages = messagesOf(ended)
  const isNotified = messages.some(({ messages: sent }) => sent.some((id) => id !== null))
  const token = isNotified ? await createSealedToken(services, purpose, messages) : null
  return { token, platforms: await statesOf(services, messages) }
}

/** Signs an account out of the browser, and forgets that its user was here. */
export async function removeAccount(
  services: Services,
  userId: string,
  { browser, requestContext }: Caller,
): Promise<undefined> {
  const { db, outbox } = services
  const ended = await db.transaction().execute(async (trx) => {
    const browserSessionIds = await lockFamily(trx, browser.session)
    const here = { browserSessionIds, browserIds: browser.ids, userId }
    const sessions = await endSessionsHere(trx, outbox, here, 'removed-from-browser')
    await forgetUserHere(trx, { userId, browser })
    if (sessions.length > 0)
      await recordEvent(trx, { event: 'sign-out', requestContext, userId, details: { scope: 'account' } })
    return sessions
  })
  for (const { id } of ended) services.accessTokens.forget(id)
  return undefined
}

/** Reads the states of a sign-out again; throws `not-found` for an unknown token and after ten minutes. */
export async function readLogouts(
  services: Services,
  token: string,
): Promise<Result<typeof readPlatformLogouts>> {
  const messages = await readSealedToken(services, purpose, token)
  if (messages === null) throw new Failure('not-found')
  return { platforms: await statesOf(services, messages as PlatformMessages[]) }
}

function messagesOf(ended: readonly EndedHere[]): PlatformMessages[] {
  return platforms.flatMap((platform) => {
    const sessions = ended.filter((session) => session.platform === platform)
    const messages = sessions.flatMap(({ clientId, messageId }) => (clientId === null ? [] : [messageId]))
    return sessions.length > 0 ? [{ platform, messages }] : []
  })
}

async function statesOf(
  { db }: Services,
  all: readonly PlatformMessages[],
): Promise<{ platform: Platform; state: LogoutState }[]> {
  const ids = all.flatMap(({ messages }) => messages.flatMap((id) => id ?? []))
  const found = new Map((ids.length > 0 ? await findStates(db, ids) : []).map((row) => [row.id, row]))
  const stateOf = (id: string | null): LogoutState => {
    if (id === null) return 'none'
    const message = found.get(id)
    // A delivered message of a user who was deleted meanwhile has no row.
    if (!message || message.state === 'sent') return 'confirmed'
    return message.state === 'waiting' && message.fault === null ? 'waiting' : 'no-answer'
  }
  return all.map(({ platform, messages }) => {
    const states = new Set(messages.map(stateOf))
    const worst = (['no-answer', 'waiting', 'none'] as const).find((state) => states.has(state))
    // A platform at which the user never arrived has no session of its own, and nothing to confirm.
    return { platform, state: worst ?? 'confirmed' }
  })
}
