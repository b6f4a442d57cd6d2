/** Makes the options with which a browser asks the user of an open session for a passkey. */
import type { Result } from '@foyer/contract/routes/route'
import type { startPasskeyStepUp } from '@foyer/contract/routes/step-up'
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { listCredentials } from '../../identity/credentials/passkeys.ts'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { challengeMs, createPasskeyChallenge } from '../../identity/tokens/passkey-challenges.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'

/** Names the user's own passkeys, so the browser offers no passkey of another account. */
export async function askForPasskey(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { userId, sessionId }: Caller,
): Promise<Result<typeof startPasskeyStepUp>> {
  const own = await listCredentials(db, userId)
  if (own.length === 0) throw new Failure('not-found', { detail: 'This account has no passkey.' })
  const options = await generateAuthenticationOptions({
    rpID: config.passkeyRpId,
    challenge: await createPasskeyChallenge(db, 'stepUp', { userId, sessionId }),
    allowCredentials: own.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports,
    })),
    userVerification: 'required',
    timeout: challengeMs,
  })
  return { options: { ...options } }
}
