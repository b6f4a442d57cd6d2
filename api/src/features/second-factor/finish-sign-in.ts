/**
 * Finishes a sign-in whose first factor was right with a second one (docs/decisions/second-factor.md). The checks are in their
 * order.
 */
import type { completeSignIn } from '@foyer/contract/routes/second-factor'
import type { Session } from '@foyer/contract/routes/sign-in'
import { withSecondFactor } from '../../identity/sessions/assurance.ts'
import { issueSession } from '../../identity/sessions/issue-tokens.ts'
import {
  findKnownBrowser,
  rememberBrowser,
  rememberSecondFactor,
} from '../../identity/sessions/known-browsers.ts'
import { type FirstFactor, findFirstFactor } from '../../identity/tokens/proof-tokens.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { countSignIn } from '../../kernel/limits/sign-in-limit.ts'
import type { RequestTo, Services } from '../../services.ts'
import { attemptSecondFactor } from '../accounts/attempt-second-factor.ts'
import { openByFirstFactor } from './open-by-first-factor.ts'

type Request = RequestTo<typeof completeSignIn>

export async function finishSignIn(services: Services, request: Request): Promise<Session> {
  const { db } = services
  const { body, browser, requestContext } = request
  const first = await findFirstFactor(db, 'second-factor', body.token)
  if (!first) throw new Failure('second-factor-expired')
  const { userId, platform } = first
  // A wrong factor leaves the first one valid: the lockout bounds the guesses, and the token expires.
  await attemptSecondFactor(services, body, { ...request, userId, recorded: { platform } })
  const isKnownBrowser = (await findKnownBrowser(db, { browser, userId })) !== null
  const counted = { requestContext, userId, platform }
  const { mayNotify } = await countSignIn(services, { userId, isKnownBrowser }, counted)
  const opened = await db.transaction().execute((trx) => open(trx, services, { first, mayNotify }, request))
  if (opened.kind === 'refused') throw opened.error
  return issueSession(services, opened.session, opened.user)
}

async function open(
  trx: Db,
  services: Services,
  { first, mayNotify }: { first: FirstFactor & { id: string }; mayNotify: boolean },
  { body, browser, requestContext }: Request,
) {
  const { userId } = first
  const browserId = await rememberBrowser(trx, browser, userId)
  const amr = withSecondFactor(first.amr)
  const opened = await openByFirstFactor(trx, services, first, {
    ...{ amr, browser, browserId, requestContext, mayNotify },
  })
  if (opened.kind === 'opened' && body.rememberBrowser && !browser.isShared) {
    await rememberSecondFactor(trx, { browserId, userId })
    const { id: sessionId, platform } = opened.session
    await recordEvent(trx, { event: 'browser-remembered', requestContext, userId, sessionId, platform })
  }
  return opened
}
