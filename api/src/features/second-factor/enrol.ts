/**
 * Lets a user set up an authenticator app who may not sign in without one any more, and finishes the sign-in. The token of the
 * right first factor opens these two routes and nothing else.
 */

import type { Result } from '@foyer/contract/routes/route'
import type { finishEnrolment, NewTotp, startEnrolment } from '@foyer/contract/routes/second-factor'
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
import { findFirstFactor } from '../../identity/tokens/proof-tokens.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { lockContacts } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestTo, Services } from '../../services.ts'
import { underLockout } from '../accounts/attempt-second-factor.ts'
import { notifyOfSecondFactor } from '../accounts/second-factor-notice.ts'
import { openByFirstFactor } from './open-by-first-factor.ts'

/** The name of an app until its owner gives it another one. */
const appName = 'Authenticator app'

export async function beginEnrolment(
  services: Services,
  { body: { token } }: RequestTo<typeof startEnrolment>,
): Promise<Result<typeof startEnrolment>> {
  const { db } = services
  const { userId } = await requireEnrolment(services, token)
  return db.transaction().execute(async (trx) => {
    await lockContacts(trx, userId)
    const user = await findUser(trx, { id: userId })
    if (!user) throw new Failure('second-factor-expired')
    await refuseEnrolled(trx, userId)
    return newApp(trx, services, user)
  })
}

export async function endEnrolment(
  services: Services,
  request: RequestTo<typeof finishEnrolment>,
): Promise<Result<typeof finishEnrolment>> {
  const { db, keyring } = services
  const { body, browser, requestContext, warn } = request
  const { token, id, totp: code } = body
  const first = await requireEnrolment(services, token)
  const { userId, platform } = first
  const outcome = await underLockout(services, { ...request, userId, recorded: { platform } }, 'totp', () =>
    db.transaction().execute(async (trx) => {
      await lockContacts(trx, userId)
      await refuseEnrolled(trx, userId)
      if (!(await confirmTotpFactor(trx, keyring, { userId, id, code, name: undefined }))) return null
      const recoveryCodes = await replaceRecoveryCodes(trx, keyring, userId)
      const browserId = await rememberBrowser(trx, browser, userId)
      const amr = withSecondFactor(first.amr)
      const given = { amr, browser, browserId, requestContext, mayNotify: false }
      const opened = await openByFirstFactor(trx, services, first, given)
      // Nothing is set up without the session: the transaction is undone.
      if (opened.kind === 'refused') throw opened.error
      const { session, user } = opened
      const { id: sessionId } = session
      await recordEvent(trx, { event: 'totp-added', requestContext, userId, sessionId, platform })
      await notifyOfSecondFactor(services, trx, 'totp-added', { user, platform, requestContext, warn })
      return { session, user, recoveryCodes }
    }),
  )
  const { session, user, recoveryCodes } = outcome
  return { session: await issueSession(services, session, user), recoveryCodes }
}

async function requireEnrolment({ db }: Services, token: string) {
  const first = await findFirstFactor(db, 'enrolment', token)
  if (!first) throw new Failure('second-factor-expired')
  return first
}

/** The token proves one factor, so it must not add an app beside the one of the user. */
async function refuseEnrolled(trx: Db, userId: string): Promise<void> {
  if ((await listTotpFactors(trx, userId)).length > 0) throw new Failure('second-factor-expired')
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
