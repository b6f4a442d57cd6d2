/**
 * Lets a user set up an authenticator app or a passkey who may not sign in without a second factor any more, and finishes the
 * sign-in. The token of the right first factor opens these routes and nothing else.
 */

import type { Result } from '@foyer/contract/routes/route'
import type {
  finishEnrolment,
  finishPasskeyEnrolment,
  NewTotp,
  startEnrolment,
  startPasskeyEnrolment,
} from '@foyer/contract/routes/second-factor'
import { countPasskeys } from '../../identity/credentials/passkeys.ts'
import { replaceRecoveryCodes } from '../../identity/credentials/recovery-codes.ts'
import {
  addTotpFactor,
  confirmTotpFactor,
  listTotpFactors,
  totpUri,
} from '../../identity/credentials/totp-factors.ts'
import { withSecondFactor } from '../../identity/sessions/assurance.ts'
import { issueSession } from '../../identity/sessions/issue-tokens.ts'
import { rememberBrowser } from '../../identity/sessions/known-browsers.ts'
import { type FirstFactor, findFirstFactor } from '../../identity/tokens/proof-tokens.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { lockContacts } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestTo, Services } from '../../services.ts'
import { underLockout } from '../accounts/attempt-second-factor.ts'
import { passkeyMethods } from '../accounts/check-passkey.ts'
import { checkNewPasskey, keepNewPasskey, newPasskeyOptions } from '../accounts/new-passkey.ts'
import { notifyOfSecondFactor } from '../accounts/second-factor-notice.ts'
import { openByFirstFactor } from './open-by-first-factor.ts'

/** The name of an app until its owner gives it another one. */
const appName = 'Authenticator app'

export async function beginEnrolment(
  services: Services,
  { body: { token } }: RequestTo<typeof startEnrolment>,
): Promise<NewTotp> {
  return begin(services, token, (trx, user) => newApp(trx, services, user))
}

export async function beginPasskeyEnrolment(
  services: Services,
  { body: { token } }: RequestTo<typeof startPasskeyEnrolment>,
): Promise<Result<typeof startPasskeyEnrolment>> {
  return begin(services, token, (trx, user) =>
    newPasskeyOptions({ ...services, db: trx }, { user, use: 'enrolment', owner: { userId: user.id } }),
  )
}

async function begin<Begun>(
  { db }: Services,
  token: string,
  make: (trx: Db, user: User) => Promise<Begun>,
): Promise<Begun> {
  const { userId } = await requireEnrolment(db, token)
  return db.transaction().execute(async (trx) => {
    await lockContacts(trx, userId)
    const user = await findUser(trx, { id: userId })
    if (!user) throw new Failure('second-factor-expired')
    await refuseEnrolled(trx, userId)
    return make(trx, user)
  })
}

export async function endEnrolment(
  services: Services,
  request: RequestTo<typeof finishEnrolment>,
): Promise<Result<typeof finishEnrolment>> {
  const { db, keyring } = services
  const { body, requestContext, warn } = request
  const { token, id, totp: code } = body
  const first = await requireEnrolment(db, token)
  const { userId, platform } = first
  const outcome = await underLockout(services, { ...request, userId, recorded: { platform } }, 'totp', () =>
    db.transaction().execute(async (trx) => {
      await lockContacts(trx, userId)
      await refuseEnrolled(trx, userId)
      if (!(await confirmTotpFactor(trx, keyring, { userId, id, code, name: undefined }))) return null
      const opened = await openEnrolled(trx, services, { first, second: ['otp'] }, request)
      const { session, user } = opened
      const { id: sessionId } = session
      await recordEvent(trx, { event: 'totp-added', requestContext, userId, sessionId, platform })
      await notifyOfSecondFactor(services, trx, 'totp-added', { user, platform, requestContext, warn })
      return opened
    }),
  )
  return answerOf(services, outcome)
}

/** The signature of a passkey cannot be guessed, so no lockout counts it. */
export async function endPasskeyEnrolment(
  services: Services,
  request: RequestTo<typeof finishPasskeyEnrolment>,
): Promise<Result<typeof finishPasskeyEnrolment>> {
  const { db } = services
  const { body, requestContext, warn } = request
  const first = await requireEnrolment(db, body.token)
  const { userId, platform } = first
  const owner = { userId }
  const credential = await checkNewPasskey(services, {
    ...{ credential: body.credential, use: 'enrolment', owner },
  })
  const outcome = await db.transaction().execute(async (trx) => {
    await lockContacts(trx, userId)
    await refuseEnrolled(trx, userId)
    const second = passkeyMethods(credential.isSynced)
    const opened = await openEnrolled(trx, services, { first, second }, request)
    const { session, user } = opened
    const kept = { credential, user, sessionId: session.id, platform, requestContext, warn }
    await keepNewPasskey(services, trx, kept)
    return opened
  })
  return answerOf(services, outcome)
}

type Enrolled = { first: FirstFactor & { id: string }; second: readonly string[] }

/** Opens the session that the new factor finishes, and makes its recovery codes. */
async function openEnrolled(
  trx: Db,
  services: Services,
  { first, second }: Enrolled,
  { browser, requestContext }: Pick<RequestTo<typeof finishEnrolment>, 'browser' | 'requestContext'>,
) {
  const { userId } = first
  const recoveryCodes = await replaceRecoveryCodes(trx, services.keyring, userId)
  const browserId = await rememberBrowser(trx, browser, userId)
  const amr = withSecondFactor(first.amr, second)
  const given = { amr, browser, browserId, requestContext, mayNotify: false }
  const opened = await openByFirstFactor(trx, services, first, given)
  // Nothing is set up without the session: the transaction is undone.
  if (opened.kind === 'refused') throw opened.error
  const { session, user } = opened
  return { session, user, recoveryCodes }
}

async function answerOf(
  services: Services,
  { session, user, recoveryCodes }: Awaited<ReturnType<typeof openEnrolled>>,
) {
  return { session: await issueSession(services, session, user), recoveryCodes }
}

async function requireEnrolment(db: Db, token: string) {
  const first = await findFirstFactor(db, 'enrolment', token)
  if (!first) throw new Failure('second-factor-expired')
  return first
}

/** The token proves one factor, so it must not add another second factor to that of the user. */
async function refuseEnrolled(trx: Db, userId: string): Promise<void> {
  const apps = await listTotpFactors(trx, userId)
  if (apps.length > 0 || (await countPasskeys(trx, userId)) > 0) throw new Failure('second-factor-expired')
}

/** Makes the secret of an app that the user is setting up. The app names the account as its user does at sign-in. */
export async function newApp(
  trx: Db,
  { keyring, config }: Pick<Services, 'keyring' | 'config'>,
  { id: userId, email, phoneNumber }: Pick<User, 'id' | 'email' | 'phoneNumber'>,
): Promise<NewTotp> {
  const { id, secret } = await addTotpFactor(trx, keyring, { userId, name: appName })
  return {
    id,
    secret,
    uri: totpUri(secret, { issuer: config.provider, label: email ?? phoneNumber ?? userId }),
  }
}
