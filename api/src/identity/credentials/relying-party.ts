/** Checks what authenticators have signed, by the rules of WebAuthn §7.1 and §7.2. */

import { platforms } from '@foyer/contract/platforms'
import type { Assertion, Attestation } from '@foyer/contract/routes/passkeys'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Config } from '../../kernel/config/config.ts'
import type { Credential } from './passkeys.ts'

/** ES256, Ed25519 and RS256 (RFC 9053), which between them every authenticator supports. */
export const algorithms = [-7, -8, -257]

type Checked = {
  config: Pick<Config, 'baseUrl' | 'passkeyRpId' | 'registry'>
  /** Uses the challenge up; false if it is not valid. */
  consume(challenge: string): Promise<boolean>
}

/** Returns the signed counter; null if anything is wrong with the assertion. */
export async function checkAssertion(
  { config, consume }: Checked,
  { id, rawId, type, response: { clientDataJSON, authenticatorData, signature } }: Assertion,
  publicKey: Buffer,
): Promise<{ counter: number } | null> {
  const origins = platforms.flatMap((platform) => config.registry.originsOf(platform))
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...{ id, rawId, type, clientExtensionResults: {} },
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: consume,
      expectedOrigin: new URL(config.baseUrl).origin,
      expectedRPID: config.passkeyRpId,
      // Registered platforms may frame the form.
      expectedTopOrigin: origins,
      // The database compares the counter with the stored one, once for concurrent requests.
      credential: { id, publicKey: Uint8Array.from(publicKey), counter: 0 },
      requireUserVerification: true,
    })
    return verified ? { counter: authenticationInfo.newCounter } : null
  } catch {
    return null
  }
}

/** Returns the credential to keep; null if anything is wrong with the attestation. */
export async function checkAttestation(
  { config, consume }: Checked,
  { id, rawId, type, response: { clientDataJSON, attestationObject, transports = [] } }: Attestation,
): Promise<Credential | null> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id, rawId, type, clientExtensionResults: {} },
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: consume,
      expectedOrigin: new URL(config.baseUrl).origin,
      expectedRPID: config.passkeyRpId,
      supportedAlgorithmIDs: algorithms,
      requireUserVerification: true,
    })
    if (!verified) return null
    const { aaguid, credential, credentialDeviceType } = registrationInfo
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports,
      aaguid,
      isSynced: credentialDeviceType === 'multiDevice',
    }
  } catch {
    return null
  }
}

/** Returns the user handle of a user (WebAuthn §4): the bytes of the id. */
export function userHandleOf(userId: string): Buffer {
  return Buffer.from(userId.replaceAll('-', ''), 'hex')
}
