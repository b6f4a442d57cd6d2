/** Signs a user in with a password. */
import { wrongPasswordSentence } from '@foyer/contract/errors'
import { platformRow } from '@foyer/contract/platforms'
import type { Given } from '@foyer/contract/routes/route'
import type { login, Session } from '@foyer/contract/routes/sign-in'
import { attemptPassword } from '../../identity/sessions/attempt-password.ts'
import { identifyUser } from '../../identity/sessions/identify-user.ts'
import { issueSession } from '../../identity/sessions/issue-tokens.ts'
import { findKnownBrowsers, ownBrowserOf, rememberAmong } from '../../identity/sessions/known-browsers.ts'
import { startSession } from '../../identity/sessions/start-session.ts'
import { keepProof } from '../../identity/tokens/proof-tokens.ts'
import { readEmailIdentifier } from '../../identity/users/identifier.ts'
import { chooseMembership } from '../../identity/users/memberships.ts'
import { noMembership } from '../../identity/users/no-membership.ts'
import { type Recorded, recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { signInLimitOf } from '../../kernel/limits/sign-in-limit.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'

type Credentials = Given<typeof login>['body']
type Caller = { requestContext: RequestContext; browser: Browser; counted: readonly string[] }

/**
 * Opens a session for the right password. An unknown user, a wrong password and a disabled account cost the same, count the
 * same and are refused with the same message. The right password of a user who is no member counts as a sign-in.
 */
export async function signIn(
  services: Services,
  credentials: Credentials,
  { requestContext, browser, counted }: Caller,
): Promise<Session> {
  const { db, hasher } = services
  const { email, product, platform } = credentials
  const caller = { requestContext, browser, counted }
  const { checked, chosen, knownBrowsers, recorded } = await hasher.inGroup((onCompared) =>
    checkCredentials(services, credentials, caller, onCompared),
  )
  if (checked.kind === 'wrong') throw await refusal(db, recorded, checked.cause, email)
  const { user, passwordHash, mayNotify } = checked
  if (!chosen) {
    const wanted = platform && platformRow(platform).product === product ? platform : undefined
    const token = await keepProof(db, user.id, { passwordHash })
    throw await noMembership(db, { user, proof: 'Your password is right', platform: wanted, token }, recorded)
  }

  const browserId = await rememberAmong(db, browser, { userId: user.id, known: knownBrowsers })
  const start = {
    ...{ user, platform: chosen, amr: ['pwd'], requestContext, browser, browserId },
    ...{ passwordHash, mayNotify },
  }
  // In a known browser there is no notice, so one statement opens the session without a transaction.
  const open = (trx: Db) => startSession(trx, services, start)
  const opening = mayNotify ? db.transaction().execute(open) : open(db)
  const opened = await opening.catch(async (error) => {
    // The password was replaced, or the account deleted, after the check.
    const isReplaced = error instanceof Failure && error.code === 'wrong-credentials'
    if (!isReplaced) throw error
    throw await refusal(db, recorded, 'changed-meanwhile', email)
  })
  if (opened.kind === 'refused') throw opened.error
  return issueSession(services, opened.session, user)
}

/** Checks the password under every limit. Calls `onCompared` once it has been compared. */
async function checkCredentials(
  services: Services,
  { uuid, email, password, product, platform }: Credentials,
  { requestContext, browser, counted }: Caller,
  onCompared: () => void,
) {
  const { db } = services
  const by = uuid === undefined ? { identifier: readEmailIdentifier(email ?? '') } : { lookUpId: uuid }
  const identified = await identifyUser(services, by)
  const { user } = identified
  const knownBrowsers = await findKnownBrowsers(db, { browser, userId: user?.id ?? null })
  const knownBrowser = ownBrowserOf(browser, knownBrowsers)
  const chosen = user ? chooseMembership(user.platforms, { product, platform }) : null
  const recorded = { requestContext, userId: user?.id ?? null, platform: platform ?? null }
  // A sign-in without a membership opens no session, so it counts no notice of a new browser.
  const isKnownBrowser = knownBrowser !== null || chosen === null
  const limit = user && signInLimitOf(services, { userId: user.id, isKnownBrowser })
  const attempted = { ...identified, password, knownBrowser, counted, recorded, limit }
  const checked = await attemptPassword(services, attempted, onCompared)
  return { checked, chosen, knownBrowsers, recorded }
}

/**
 * Records a refusal and returns it. The sentence depends on the fields of the request only, so that it does not disclose
 * whether the user exists.
 */
async function refusal(
  db: Db,
  recorded: Omit<Recorded, 'event' | 'details'>,
  cause: string,
  email: string | undefined,
): Promise<Failure> {
  await recordEvent(db, { event: 'sign-in-refused', ...recorded, details: { cause } })
  return new Failure('wrong-credentials', email === undefined ? { detail: wrongPasswordSentence } : {})
}
