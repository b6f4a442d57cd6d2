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
import { generateRegistrationOptions } from '@simplewebauthn/server'
import {
  addPasskey,
  countPasskeys,
  listCredentials,
  listPasskeys,
  type PasskeyRow,
  passkeysMax,
  removePasskeys,
  renamePasskey,
} from '../../identity/credentials/passkeys.ts'
import { algorithms, checkAttestation, userHandleOf } from '../../identity/credentials/relying-party.ts'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import {
  challengeMs,
  consumePasskeyChallenge,
  createPasskeyChallenge,
} from '../../identity/tokens/passkey-challenges.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { asUser } from '../../identity/users/user-names.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestTo, Services } from '../../services.ts'
import { requireWayIn } from '../accounts/ways-in.ts'
import { keeperOf } from './passkey-keepers.ts'
import { notifyOfPasskey } from './passkey-notice.ts'

export async function listOwnPasskeys(
  { db, config }: Services,
  { userId }: Caller,
): Promise<Result<typeof listRoute>> {
  const items = (await listPasskeys(db, userId)).map(asListed)
  return { rpId: config.passkeyRpId, userHandle: userHandleOf(userId).toString('base64url'), items }
}

export async function startOwnPasskey(
  { db, config }: Services,
  { userId, sessionId }: Caller,
): Promise<Result<typeof startPasskey>> {
  await refuseFullList(db, userId)
  const user = await ownUser(db, userId)
  const { fullName } = asUser(user)
  const name = user.email ?? user.phoneNumber ?? fullName
  const options = await generateRegistrationOptions({
    rpName: config.provider,
    rpID: config.passkeyRpId,
    userID: Uint8Array.from(userHandleOf(userId)),
    userName: name,
    userDisplayName: fullName || name,
    challenge: await createPasskeyChallenge(db, 'creation', { userId, sessionId }),
    timeout: challengeMs,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
    // The same authenticator makes no second passkey for the user.
    excludeCredentials: (await listCredentials(db, userId)).map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports,
    })),
  })
  return { options: { ...options } }
}

export async function addOwnPasskey(
  services: Services,
  { body, caller, requestContext, warn }: RequestTo<typeof addRoute>,
): Promise<Passkey> {
  const { db, config } = services
  const { userId, sessionId, platform } = caller
  const consume = (challenge: string) => consumePasskeyChallenge(db, 'creation', challenge, sessionId)
  const credential = await checkAttestation({ config, consume }, body.credential)
  if (!credential) throw new Failure('passkey-refused')
  const keeper = keeperOf(credential.aaguid)
  const name = keeper ?? requestContext.deviceLabel ?? 'Passkey'
  return changeAsUser(services, caller, async (trx) => {
    await refuseFullList(trx, userId)
    const user = await ownUser(trx, userId)
    const added = await addPasskey(trx, { ...credential, userId, name })
    if (!added) throw new Failure('passkey-refused')
    const recorded = { requestContext, userId, sessionId, platform, details: { keeper } }
    await recordEvent(trx, { event: 'passkey-added', ...recorded })
    await notifyOfPasskey(services, trx, 'passkey-added', { user, name, platform, requestContext, warn })
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

async function refuseFullList(db: Db, userId: string): Promise<void> {
  if ((await countPasskeys(db, userId)) >= passkeysMax) throw new Failure('list-full')
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
    keeper: keeperOf(aaguid),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
