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
import { startContinuedSession } from '../../identity/sessions/start-session.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { keepUser } from '../../identity/users/users.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { countSignIn } from '../../kernel/limits/sign-in-limit.ts'
import type { Services } from '../../services.ts'
import { browserSessionOf } from './accounts-here.ts'
import { enter, type Outcome, refuseTap, type Tapper } from './enter-platform.ts'

type Request = Given<typeof continueSession>['body']

export async function continueInBrowser(
  services: Services,
  request: Request,
  caller: Tapper,
): Promise<Session> {
  const { db } = services
  const { account: userId, platform } = request
  const { requestContext } = caller
  const recorded = { requestContext, userId, platform }
  await refuseTap(services, request, caller)
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

async function openIn(
  trx: Db,
  services: Services,
  { here, request }: { here: BrowserSession; request: Request },
  { browser, requestContext }: Tapper,
): Promise<Outcome> {
  const { account: userId, platform } = request
  // A transaction that ends these sessions waits, or has ended them before they are read.
  await keepUser(trx, userId)
  if (!(await lockBrowserSession(trx, here.id, browser.session))) return notSignedInHere
  const sessions = await listSessionsHere(trx, { id: here.id, userId })
  const user = await findUser(trx, { id: userId })
  if (!user || user.isDisabled || sessions.length === 0) return notSignedInHere
  const entered = await enter(trx, services, { user, proofs: sessions, tap: request, requestContext })
  if (entered.kind === 'refused') return entered
  const started = { source: entered.source, platform, browserSession: here, requestContext }
  const opening = await startContinuedSession(trx, services, started)
  return opening.kind === 'refused' ? opening : { ...opening, user }
}

const notSignedInHere: Outcome = { kind: 'refused', error: new Failure('not-signed-in-here') }
