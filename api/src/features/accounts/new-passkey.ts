/** Makes the options of a new passkey, and keeps the passkey that a browser made with them. */

import type { Platform } from '@foyer/contract/platforms'
import type { Attestation } from '@foyer/contract/routes/passkeys'
import { generateRegistrationOptions } from '@simplewebauthn/server'
import {
  addPasskey,
  type Credential,
  countPasskeys,
  listCredentials,
  type PasskeyRow,
  passkeysMax,
} from '../../identity/credentials/passkeys.ts'
import { algorithms, checkAttestation, userHandleOf } from '../../identity/credentials/relying-party.ts'
import {
  type ChallengeOwner,
  challengeMs,
  consumePasskeyChallenge,
  createPasskeyChallenge,
} from '../../identity/tokens/passkey-challenges.ts'
import type { User } from '../../identity/users/find-user.ts'
import { asUser } from '../../identity/users/user-names.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Circumstances } from '../../kernel/http/handler.ts'
import type { Services } from '../../services.ts'
import { authenticatorName } from './authenticator-names.ts'
import { notifyOfPasskey } from './passkey-notice.ts'

/** A passkey is made in a session of its user, or in the setup of a second factor within a sign-in. */
type Use = 'creation' | 'enrolment'

type Owner = ChallengeOwner & { userId: string }

export async function newPasskeyOptions(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { user, use, owner }: { user: User; use: Use; owner: Owner },
) {
  const { fullName } = asUser(user)
  const name = user.email ?? user.phoneNumber ?? fullName
  const options = await generateRegistrationOptions({
    rpName: config.provider,
    rpID: config.passkeyRpId,
    userID: Uint8Array.from(userHandleOf(user.id)),
    userName: name,
    userDisplayName: fullName || name,
    challenge: await createPasskeyChallenge(db, use, owner),
    timeout: challengeMs,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
    // The same authenticator makes no second passkey for the user.
    excludeCredentials: (await listCredentials(db, user.id)).map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports,
    })),
  })
  return { options: { ...options } }
}

/** Checks the passkey that the browser made, and uses its challenge up. */
export async function checkNewPasskey(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { credential, use, owner }: { credential: Attestation; use: Use; owner: Owner },
): Promise<Credential> {
  const consume = (challenge: string) => consumePasskeyChallenge(db, use, challenge, owner)
  const checked = await checkAttestation({ config, consume }, credential)
  if (!checked) throw new Failure('passkey-refused')
  return checked
}

type Kept = Pick<Circumstances, 'requestContext' | 'warn'> & {
  credential: Credential
  user: User
  sessionId: string
  platform: Platform
}

/** Adds a checked passkey, and tells its user. */
export async function keepNewPasskey(
  services: Services,
  trx: Db,
  { credential, user, sessionId, platform, requestContext, warn }: Kept,
): Promise<PasskeyRow> {
  const userId = user.id
  const keeper = authenticatorName(credential.aaguid)
  const name = keeper ?? requestContext.deviceLabel ?? 'Passkey'
  const added = await addPasskey(trx, { ...credential, userId, name })
  if (!added) throw new Failure('passkey-refused')
  await recordEvent(trx, {
    event: 'passkey-added',
    ...{ requestContext, userId, sessionId, platform, details: { keeper } },
  })
  await notifyOfPasskey(services, trx, 'passkey-added', { user, name, platform, requestContext, warn })
  return added
}

export async function refuseFullPasskeys(db: Db, userId: string): Promise<void> {
  if ((await countPasskeys(db, userId)) >= passkeysMax) throw new Failure('list-full')
}
