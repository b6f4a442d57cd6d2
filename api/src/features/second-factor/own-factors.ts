/** Lists, adds, renames and removes the authenticator apps of the caller, and makes recovery codes. */

import type { Result } from '@foyer/contract/routes/route'
import type {
  confirmTotp,
  listSecondFactors,
  makeRecoveryCodes,
  NewTotp,
  removeTotp,
  renameTotp,
  startTotp,
  TotpFactor,
} from '@foyer/contract/routes/second-factor'
import { totpMax } from '@foyer/contract/shared-values'
import { countPasskeys } from '../../identity/credentials/passkeys.ts'
import {
  countRecoveryCodes,
  removeRecoveryCodes,
  replaceRecoveryCodes,
} from '../../identity/credentials/recovery-codes.ts'
import {
  confirmTotpFactor,
  findUnconfirmed,
  listTotpFactors,
  removeTotpFactors,
  renameTotpFactor,
  type TotpRow,
} from '../../identity/credentials/totp-factors.ts'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { assuranceAt, findEnrolBy } from '../../identity/sessions/assurance.ts'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { forgetSecondFactor } from '../../identity/sessions/known-browsers.ts'
import { noteSecondFactor } from '../../identity/sessions/sessions.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestTo, Services } from '../../services.ts'
import { underLockout } from '../accounts/attempt-second-factor.ts'
import { notifyOfSecondFactor } from '../accounts/second-factor-notice.ts'
import { newApp } from './enrol.ts'

export async function listOwn(
  { db, config }: Services,
  { userId, platform }: Caller,
): Promise<Result<typeof listSecondFactors>> {
  const { left, madeAt } = await countRecoveryCodes(db, userId)
  const enrolBy = await findEnrolBy(db, config, { userId, platform })
  return {
    items: (await listTotpFactors(db, userId)).map(asListed),
    recoveryCodesLeft: left,
    recoveryCodesAt: madeAt?.toISOString() ?? null,
    isRequired: assuranceAt(config, platform) === 2,
    enrolBy: enrolBy?.toISOString() ?? null,
  }
}

export async function startOwn(
  services: Services,
  { caller }: RequestTo<typeof startTotp>,
): Promise<NewTotp> {
  const { userId } = caller
  return changeAsUser(services, caller, async (trx) => {
    await refuseFullList(trx, userId)
    return newApp(trx, services, await ownUser(trx, userId))
  })
}

/** Confirms the app. The session has then been proven with two factors. */
export async function confirmOwn(
  services: Services,
  request: RequestTo<typeof confirmTotp>,
): Promise<Result<typeof confirmTotp>> {
  const { db, keyring } = services
  const { params, body, caller, requestContext, warn } = request
  const { userId, sessionId, platform } = caller
  const { totp: code, name } = body
  if (!(await findUnconfirmed(db, { userId, id: params.id }))) throw new Failure('not-found')
  const attempted = { ...request, userId, recorded: { sessionId, platform } }
  return underLockout(services, attempted, 'totp', () =>
    changeAsUser(services, caller, async (trx) => {
      await refuseFullList(trx, userId)
      const user = await ownUser(trx, userId)
      const confirmed = await confirmTotpFactor(trx, keyring, { userId, id: params.id, code, name })
      if (!confirmed) return null
      const { madeAt } = await countRecoveryCodes(trx, userId)
      const recoveryCodes = madeAt === null ? await replaceRecoveryCodes(trx, keyring, userId) : null
      await noteSecondFactor(trx, sessionId, { isProof: false })
      await recordEvent(trx, { event: 'totp-added', requestContext, userId, sessionId, platform })
      await notifyOfSecondFactor(services, trx, 'totp-added', { user, platform, requestContext, warn })
      return { factor: asListed(confirmed), recoveryCodes }
    }),
  )
}

export async function renameOwn(
  services: Services,
  { params: { id }, body: { name }, caller }: RequestTo<typeof renameTotp>,
): Promise<TotpFactor> {
  const { userId } = caller
  const renamed = await changeAsUser(services, caller, (trx) => renameTotpFactor(trx, { userId, id, name }))
  if (!renamed) throw new Failure('not-found')
  return asListed(renamed)
}

/** Removes an app. Browsers that were remembered for it ask again. */
export async function removeOwn(
  services: Services,
  { params: { id }, caller, requestContext, warn }: RequestTo<typeof removeTotp>,
): Promise<undefined> {
  const { userId, sessionId, platform } = caller
  await changeAsUser(services, caller, async (trx) => {
    const user = await ownUser(trx, userId)
    const [removed] = await removeTotpFactors(trx, { userId, id })
    if (!removed) throw new Failure('not-found')
    if ((await countFactors(trx, userId)) === 0) await removeRecoveryCodes(trx, userId)
    await forgetSecondFactor(trx, { userId })
    await recordEvent(trx, { event: 'totp-removed', requestContext, userId, sessionId, platform })
    await notifyOfSecondFactor(services, trx, 'totp-removed', { user, platform, requestContext, warn })
  })
  return undefined
}

export async function makeOwnRecoveryCodes(
  services: Services,
  { caller, requestContext, warn }: RequestTo<typeof makeRecoveryCodes>,
): Promise<Result<typeof makeRecoveryCodes>> {
  const { keyring } = services
  const { userId, sessionId, platform } = caller
  return changeAsUser(services, caller, async (trx) => {
    if ((await countFactors(trx, userId)) === 0) throw new Failure('not-found')
    const user = await ownUser(trx, userId)
    const recoveryCodes = await replaceRecoveryCodes(trx, keyring, userId)
    await recordEvent(trx, { event: 'recovery-codes-made', requestContext, userId, sessionId, platform })
    await notifyOfSecondFactor(services, trx, 'recovery-codes-made', { user, platform, requestContext, warn })
    return { recoveryCodes }
  })
}

async function countFactors(db: Db, userId: string): Promise<number> {
  return (await listTotpFactors(db, userId)).length + (await countPasskeys(db, userId))
}

async function refuseFullList(db: Db, userId: string): Promise<void> {
  if ((await listTotpFactors(db, userId)).length >= totpMax) throw new Failure('list-full')
}

async function ownUser(db: Db, userId: string): Promise<User> {
  const user = await findUser(db, { id: userId })
  if (!user) throw new Failure('session-ended')
  return user
}

function asListed({ id, name, createdAt, lastUsedAt }: TotpRow): TotpFactor {
  return {
    ...{ id, name, createdAt: createdAt.toISOString() },
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
