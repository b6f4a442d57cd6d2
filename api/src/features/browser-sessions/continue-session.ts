/**
 * Opens a session at another platform for an account that is signed in in this browser, after the user has tapped it. The
 * checks are in their order.
 */
import type { continueSession } from '@foyer/contract/routes/browser-sessions'
import type { Given } from '@foyer/contract/routes/route'
import type { Session } from '@foyer/contract/routes/sign-in'
import {
  type BrowserSession,
  listSessionsHere,
  lockBrowserSession,
} from '../../identity/sessions/browser-sessions.ts'
import { issueSession } from '../../identity/sessions/issue-tokens.ts'
import type { OpenSession } from '../../identity/sessions/session-row.ts'
import { startContinuedSession } from '../../identity/sessions/start-session.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { noMembership } from '../../identity/users/no-membership.ts'
import { keepUser } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { countSignIn } from '../../kernel/limits/sign-in-limit.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { addPlatform } from '../accounts/add-platform.ts'
import { refuseClosedPlatform } from '../accounts/closed-platform.ts'
import { browserSessionOf } from './accounts-here.ts'
import { entryTo } from './entry.ts'

type Request = Given<typeof continueSession>['body']
type Caller = { browser: Browser; requestContext: RequestContext }

export async function continueInBrowser(
  services: Services,
  request: Request,
  caller: Caller,
): Promise<Session> {
  const { db } = services
  const { account: userId, platform, delivery, addPlatform: mayAdd } = request
  const { requestContext } = caller
  const recorded = { requestContext, userId, platform }
  // Only the page knows its window: a platform may frame it, but cannot change what it says (N-168).
  if (delivery !== 'redirect' && delivery !== 'popup') throw new Failure('window-needed')
  if (mayAdd) await refuseClosedPlatform(db, { platform, isSignUp: true }, requestContext)
  const here = await browserSessionOf(services, caller)
  const isHere =
    here !== null && (await listSessionsHere(db, here)).some((session) => session.userId === userId)
  // An account that is not signed in here gets the answer of one that does not exist, and no event.
  if (!isHere) throw new Failure('not-signed-in-here')
  await countSignIn(services, { userId, isKnownBrowser: true }, recorded)
  const outcome = await db.transaction().execute((trx) => openIn(trx, services, { here, request }, caller))
  if (outcome.kind === 'refused') throw outcome.error
  return issueSession(services, outcome.session, outcome.user)
}

type Outcome = { kind: 'opened'; session: OpenSession; user: User } | { kind: 'refused'; error: Failure }

/** Returns a refusal instead of throwing it, so that its event is stored. */
async function openIn(
  trx: Db,
  { config, outbox }: Services,
  {
    here,
    request: { account: userId, platform, addPlatform: mayAdd },
  }: { here: BrowserSession; request: Request },
  { browser, requestContext }: Caller,
): Promise<Outcome> {
  const recorded = { requestContext, userId, platform }
  // A transaction that ends these sessions waits, or has ended them before they are read.
  await keepUser(trx, userId)
  if (!(await lockBrowserSession(trx, here.id, browser.session))) return notSignedInHere
  const sessions = await listSessionsHere(trx, { id: here.id, userId })
  const user = await findUser(trx, { id: userId })
  if (!user || user.isDisabled || sessions.length === 0) return notSignedInHere
  const { entry, source } = entryTo(platform, { user, sessions }, config)
  if (entry === 'prove-again') {
    await recordEvent(trx, { event: 'continue-refused', ...recorded, details: { cause: entry } })
    return { kind: 'refused', error: new Failure('proof-needed') }
  }
  if (source === null || (entry === 'add' && !mayAdd)) {
    const error = await noMembership(trx, { user, proof: 'You are signed in', platform }, recorded)
    return { kind: 'refused', error }
  }
  if (entry === 'add') await addPlatform(trx, outbox, { user, platform, requestContext })
  const started = { source, platform, browserSession: here, requestContext }
  return { kind: 'opened', session: await startContinuedSession(trx, outbox, started), user }
}

const notSignedInHere: Outcome = { kind: 'refused', error: new Failure('not-signed-in-here') }
