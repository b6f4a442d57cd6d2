/** Signs a user in with a password. */
import { wrongPasswordSentence } from '@foyer/contract/errors'
import { platformRow } from '@foyer/contract/platforms'
import type { Given } from '@foyer/contract/routes/route'
import type { login, Session } from '@foyer/contract/routes/sign-in'
import { comparePassword } from '../../identity/credentials/credentials.ts'
import { causeOfRefusal } from '../../identity/credentials/refusal-cause.ts'
import { identifyUser } from '../../identity/sessions/identify-user.ts'
import { issueSession } from '../../identity/sessions/issue-tokens.ts'
import { findKnownBrowsers, ownBrowserOf, rememberAmong } from '../../identity/sessions/known-browsers.ts'
import { startSession } from '../../identity/sessions/start-session.ts'
import { readEmailIdentifier } from '../../identity/users/identifier.ts'
import { chooseMembership } from '../../identity/users/memberships.ts'
import { noMembership } from '../../identity/users/no-membership.ts'
import { type Recorded, recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { lockoutKey } from '../../kernel/limits/attempt-keys.ts'
import { attemptAndCount } from '../../kernel/limits/lockout.ts'
import { signInLimitOf } from '../../kernel/limits/sign-in-limit.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'

type Credentials = Given<typeof login>['body']
type Caller = { requestContext: RequestContext; browser: Browser; counted: readonly string[] }

/**
 * Opens a session for the right password. An unknown user, a wrong password and a disabled account cost the same, are
 * counted alike and are refused with the same message. The right password of a user who is no member counts as a sign-in.
 */
export async function signIn(
  services: Services,
  credentials: Credentials,
  { requestContext, browser, counted }: Caller,
): Promise<Session> {
  const { db, hasher, outbox } = services
  const { email } = credentials
  const caller = { requestContext, browser, counted }
  const checked = await hasher.inGroup((hashed) => checkCredentials(services, credentials, caller, hashed))
  const { user, chosen, limit, passed, knownBrowsers, isKnownBrowser, recorded } = checked
  if (!user || !limit || passed === null) throw await refusal(db, recorded, email)
  if (!chosen) {
    const { product, platform } = credentials
    const wanted = platform && platformRow(platform).product === product ? platform : undefined
    throw await noMembership(db, { user, proof: 'Your password is right', platform: wanted }, recorded)
  }

  const browserId = await rememberAmong(db, browser, { userId: user.id, known: knownBrowsers })
  const start = {
    user,
    platform: chosen,
    amr: ['pwd'],
    requestContext,
    browserId,
    passwordHash: passed.checked,
    mayNotify: !isKnownBrowser && limit.mayNotify(passed.counts),
  }
  // A known browser gets no notice: one statement opens the session, and needs no transaction around it.
  const open = (trx: Db) => startSession(trx, outbox, start)
  const opening = start.mayNotify ? db.transaction().execute(open) : open(db)
  const session = await opening.catch(async (error) => {
    if (!(error instanceof Failure)) throw error
    // The account, its password or its membership changed after the check.
    throw await refusal(db, { ...recorded, details: { cause: 'changed-meanwhile' } }, email)
  })
  return issueSession(services, session, user)
}

/** Compares the password under every limit. Calls `hashed` once it has been compared. */
async function checkCredentials(
  services: Services,
  { uuid, email, password, product, platform }: Credentials,
  { requestContext, browser, counted }: Caller,
  hashed: () => void,
) {
  const { db, keyring, hasher, config } = services
  const by = uuid === undefined ? { identifier: readEmailIdentifier(email ?? '') } : { lookUpId: uuid }
  const { user, subject, passwordHash } = await identifyUser(services, by)
  const knownBrowsers = await findKnownBrowsers(db, { browser, userId: user?.id ?? null })
  const knownBrowser = ownBrowserOf(browser, knownBrowsers)
  const isKnownBrowser = knownBrowser !== null
  const chosen = user ? chooseMembership(user.platforms, { product, platform }) : null
  const recorded = { requestContext, userId: user?.id ?? null, platform: platform ?? null }
  // A sign-in that opens no session sends no notice either.
  const opensNothing = isKnownBrowser || chosen === null
  const limit = user && signInLimitOf(services, { userId: user.id, isKnownBrowser: opensNothing })

  // The right password of a disabled account costs the same as a wrong one.
  const hash = user?.isDisabled ? null : passwordHash
  const passed = await attemptAndCount(
    db,
    {
      key: lockoutKey(keyring, subject, knownBrowser),
      counted,
      recorded,
      successes: limit?.rules ?? [],
      factor: config.limitsFactor,
    },
    () => comparePassword(db, hasher, { hash, password }).finally(hashed),
  )
  const refused = { ...recorded, details: { cause: causeOfRefusal(user) } }
  return { user, chosen, limit, passed, knownBrowsers, isKnownBrowser, recorded: refused }
}

/** Words the refusal by what the request names, never by what is stored: it must not tell which of the two is wrong. */
async function refusal(
  db: Db,
  recorded: Omit<Recorded, 'event'>,
  email: string | undefined,
): Promise<Failure> {
  await recordEvent(db, { event: 'sign-in-refused', ...recorded })
  return new Failure('wrong-credentials', email === undefined ? { detail: wrongPasswordSentence } : {})
}
