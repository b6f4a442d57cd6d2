/** Lists, adds, renames and removes the passkeys of the caller. */
import type {
  addPasskey as addRoute,
  listPasskeys as listRoute,
  Passkey,
  removePasskey as removeRoute,
  renamePasskey as renameRoute,
  startPasskey,
} from '@foyer/contract/routes/passkeys'
import type { Result } from '@foyer/contract/routes/route'
import {
  listPasskeys,
  type PasskeyRow,
  removePasskeys,
  renamePasskey,
} from '../../identity/credentials/passkeys.ts'
import { userHandleOf } from '../../identity/credentials/relying-party.ts'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { noteSecondFactor } from '../../identity/sessions/sessions.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestTo, Services } from '../../services.ts'
import { authenticatorName } from '../accounts/authenticator-names.ts'
import { passkeyMethods } from '../accounts/check-passkey.ts'
import {
  checkNewPasskey,
  keepNewPasskey,
  newPasskeyOptions,
  refuseFullPasskeys,
} from '../accounts/new-passkey.ts'
import { notifyOfPasskey } from '../accounts/passkey-notice.ts'
import { requireWayIn } from '../accounts/ways-in.ts'

export async function listOwnPasskeys(
  { db, config }: Services,
  { userId }: Caller,
): Promise<Result<typeof listRoute>> {
  const items = (await listPasskeys(db, userId)).map(asListed)
  return { rpId: config.passkeyRpId, userHandle: userHandleOf(userId).toString('base64url'), items }
}

export async function startOwnPasskey(
  services: Services,
  { userId, sessionId }: Caller,
): Promise<Result<typeof startPasskey>> {
  const { db } = services
  await refuseFullPasskeys(db, userId)
  const user = await ownUser(db, userId)
  return newPasskeyOptions(services, { user, use: 'creation', owner: { userId, sessionId } })
}

/** Adds a passkey. The session has then been proven with two factors, like the one in which an app was confirmed. */
export async function addOwnPasskey(
  services: Services,
  { body, caller, requestContext, warn }: RequestTo<typeof addRoute>,
): Promise<Passkey> {
  const { userId, sessionId, platform } = caller
  const checking = { credential: body.credential, use: 'creation', owner: { userId, sessionId } } as const
  const credential = await checkNewPasskey(services, checking)
  return changeAsUser(services, caller, async (trx) => {
    await refuseFullPasskeys(trx, userId)
    const user = await ownUser(trx, userId)
    const kept = { credential, user, sessionId, platform, requestContext, warn }
    const added = await keepNewPasskey(services, trx, kept)
    await noteSecondFactor(trx, sessionId, { isProof: false, second: passkeyMethods(credential.isSynced) })
    return asListed(added)
  })
}

export async function renameOwnPasskey(
  services: Services,
  { params: { id }, body: { name }, caller }: RequestTo<typeof renameRoute>,
): Promise<Passkey> {
  const { userId } = caller
  const renamed = await changeAsUser(services, caller, (trx) => renamePasskey(trx, { userId, id, name }))
  if (!renamed) throw new Failure('not-found')
  return asListed(renamed)
}

export async function removeOwnPasskey(
  services: Services,
  { params: { id }, caller, requestContext, warn }: RequestTo<typeof removeRoute>,
): Promise<undefined> {
  const { userId, sessionId, platform } = caller
  await changeAsUser(services, caller, async (trx) => {
    const user = await ownUser(trx, userId)
    const [removed] = await removePasskeys(trx, userId, id)
    if (!removed) throw new Failure('not-found')
    await requireWayIn(trx, user)
    await recordEvent(trx, { event: 'passkey-removed', requestContext, userId, sessionId, platform })
    const { name } = removed
    await notifyOfPasskey(services, trx, 'passkey-removed', { user, name, platform, requestContext, warn })
  })
  return undefined
}

async function ownUser(db: Db, userId: string) {
  const user = await findUser(db, { id: userId })
  if (!user) throw new Failure('session-ended')
  return user
}

function asListed({ aaguid, credentialId, createdAt, lastUsedAt, ...row }: PasskeyRow): Passkey {
  return {
    ...row,
    credentialId: credentialId.toString('base64url'),
    keeper: authenticatorName(aaguid),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
