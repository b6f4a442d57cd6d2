/** Opens a session at Foyer for the user of a sister site (docs/decisions/sister-sites.md). */
import { autoLoginPlatform, platformRow } from '@foyer/contract/platforms'
import type { startAutoLogin } from '@foyer/contract/routes/auto-login'
import type { Given } from '@foyer/contract/routes/route'
import type { Session } from '@foyer/contract/routes/sign-in'
import { decodeJwt } from 'jose'
import { issueSession } from '../../identity/sessions/issue-tokens.ts'
import {
  findKnownBrowser,
  lockKnownBrowser,
  rememberBrowser,
} from '../../identity/sessions/known-browsers.ts'
import { type RefreshTokenContent, readRefreshToken } from '../../identity/sessions/refresh-token.ts'
import type { OpenSession } from '../../identity/sessions/session-row.ts'
import { findSisterSession, lockSisterSession } from '../../identity/sessions/sister-session.ts'
import { startSession } from '../../identity/sessions/start-session.ts'
import { findActiveMember } from '../../identity/users/account-status.ts'
import type { User } from '../../identity/users/find-user.ts'
import { insertEvent, type Recorded, recordEvent, reportEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { countSignIn } from '../../kernel/limits/sign-in-limit.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'

type Tokens = Given<typeof startAutoLogin>['body']
type Presented = { content: RefreshTokenContent; user: User; session: OpenSession }

/**
 * Opens a session that continues the session of the tokens. The tokens stay valid. Every refusal has the same answer and
 * changes nothing.
 */
export async function autoLogIn(
  services: Services,
  tokens: Tokens,
  { requestContext, browser }: { requestContext: RequestContext; browser: Browser },
): Promise<Session> {
  const { db } = services
  const presented = await checkTokens(services, tokens, browser)
  if (!presented) throw await refusal(db, requestContext)
  const { content, user, session: sister } = presented
  const userId = user.id
  const recorded: Omit<Recorded, 'event'> = {
    requestContext,
    userId,
    sessionId: sister.id,
    clientId: sister.clientId,
    platform: sister.platform,
  }
  const isKnownBrowser = (await findKnownBrowser(db, { browser, userId })) !== null
  const { mayNotify } = await countSignIn(services, { userId, isKnownBrowser }, recorded)
  const browserId = await rememberBrowser(db, browser, userId)
  const opened = await db.transaction().execute(async (trx) => {
    await lockKnownBrowser(trx, { browserId, userId })
    const continued = await lockSisterSession(trx, { ...content, userId })
    if (!continued) return null
    const { platform, amr } = continued
    // A message of a sister site signs the user in at this platform alone, so it joins no browser session.
    const start = { user, platform, amr, requestContext, browser: null, browserId, mayNotify, continued }
    const opening = await startSession(trx, services, start)
    if (opening.kind === 'refused') return null
    const { session } = opening
    const event = { ...recorded, event: 'auto-login', details: { opened: session.id } } as const
    await insertEvent(trx, event).execute()
    return { session, event }
  })
  if (!opened) throw await refusal(db, requestContext, recorded)
  reportEvent(opened.event)
  return issueSession(services, opened.session, user)
}

/**
 * Returns null unless both tokens are genuine, valid and of the same open session. The user must be a member of the platform,
 * and a sister site must have got the session for a sign-in in this browser.
 */
async function checkTokens(
  { db, keyring, accessTokens, config }: Services,
  { accessToken, refreshToken }: Tokens,
  browser: Browser,
): Promise<Presented | null> {
  const content = readRefreshToken(keyring, refreshToken)
  const caller = await accessTokens.verify(accessToken).catch((error) => {
    if (error instanceof Failure) return null
    throw error
  })
  if (!content || caller?.sessionId !== content.sessionId || caller.platform !== autoLoginPlatform)
    return null
  // The token of an external site names that site as its audience.
  if (decodeJwt(accessToken).aud !== platformRow(autoLoginPlatform).product) return null
  const session = await findSisterSession(db, content.sessionId)
  if (session?.counter !== content.counter || session.userId !== caller.userId) return null
  if (!config.registry.isSisterClient(session.clientId)) return null
  if (!browser.ids.some((id) => session.browserId?.equals(id))) return null
  const user = await findActiveMember(db, caller)
  return user && { content, user, session }
}

async function refusal(
  db: Db,
  requestContext: RequestContext,
  recorded: Omit<Recorded, 'event'> = { platform: autoLoginPlatform },
): Promise<Failure> {
  await recordEvent(db, { ...recorded, requestContext, event: 'auto-login-refused' })
  return new Failure('auto-login-refused')
}
