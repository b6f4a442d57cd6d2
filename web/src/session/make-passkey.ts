/** Has the browser make a passkey, and tells it which passkeys the account has. */
import type { Attestation, listPasskeys } from '@foyer/contract/routes/passkeys'
import type { Result } from '@foyer/contract/routes/route'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  sendSignal,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'

/** A keeper that makes a passkey without a question answers at once; the user waits for the platform meanwhile. */
const silentMs = 2_000

/**
 * Returns the new passkey; `cancelled` if the user made none; `has-one` if the chosen keeper has one already. `isSilent`
 * asks the user nothing (conditional create).
 */
export async function makePasskey(
  options: object,
  { isSilent = false } = {},
): Promise<Attestation | 'cancelled' | 'has-one'> {
  const timer = isSilent ? setTimeout(() => WebAuthnAbortService.cancelCeremony(), silentMs) : undefined
  try {
    const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
    const { id, rawId, type, response } = await startRegistration({ optionsJSON, useAutoRegister: isSilent })
    const { clientDataJSON, attestationObject, transports } = response
    const made = { clientDataJSON, attestationObject, ...(transports && { transports }) }
    return { id, rawId, type, response: made }
  } catch (error) {
    const hasOne =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    return hasOne ? 'has-one' : 'cancelled'
  } finally {
    clearTimeout(timer)
  }
}

/** Keepers then stop offering passkeys that were removed here, where the browser can tell them. */
export function signalPasskeys({ rpId, userHandle, items }: Result<typeof listPasskeys>): void {
  sendSignal({
    signalName: 'allAcceptedCredentials',
    rpID: rpId,
    userID: userHandle,
    allAcceptedCredentialIDs: items.map(({ credentialId }) => credentialId),
  }).catch(() => {})
}
