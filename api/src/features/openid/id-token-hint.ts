/** Reads the ID token with which a client names a user whom it signed in (`id_token_hint`). */
import { decodeJwt, decodeProtectedHeader, errors } from 'jose'
import type { SigningKeys } from '../../identity/tokens/signing-keys.ts'
import { verifyJwt } from '../../identity/tokens/verify-jwt.ts'
import { asFailure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'

/** `sessionId` is null for a token whose key is published no more: its signature says nothing. */
export type Hint = { clientId: string; subject: string | null; sessionId: string | null }

/** Reads an ID token of any age; null for any other text. */
export async function readHint({ signingKeys, config }: Services, token: string): Promise<Hint | null> {
  try {
    const { payload } = await verifyJwt(signingKeys, token, {
      ...{ typ: 'JWT', issuer: config.baseUrl, isExpiredAllowed: true },
    })
    const { aud, sid, sub = null } = payload
    if (typeof aud !== 'string' || typeof sid !== 'string') return null
    return { clientId: aud, subject: sub, sessionId: sid }
  } catch (error) {
    if (asFailure(error).code !== 'session-ended') throw error
    return readOldHint(signingKeys, token)
  }
}

async function readOldHint(keys: SigningKeys, token: string): Promise<Hint | null> {
  try {
    const { kid } = decodeProtectedHeader(token)
    const { aud, sub = null } = decodeJwt(token)
    const isKnown = kid === undefined || (await keys.publicKey(kid)) !== undefined
    return isKnown || typeof aud !== 'string' ? null : { clientId: aud, subject: sub, sessionId: null }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null
    throw error
  }
}
