/** Verifies JWTs that this service signed. */
import { type CryptoKey, errors, type JWTPayload, jwtVerify } from 'jose'
import { Failure } from '../../kernel/failure.ts'
import { signingAlgorithm, type TokenType } from './sign-jwt.ts'
import type { SigningKeys } from './signing-keys.ts'

export const clockSkewSeconds = 30

/** Verifies a token. Throws `session-ended` for a fault of the token, and passes errors of the database through. */
export async function verifyJwt(
  keys: SigningKeys,
  token: string,
  {
    typ,
    issuer,
    audience,
    isExpiredAllowed,
  }: { typ: TokenType; issuer: string; audience?: string; isExpiredAllowed: boolean },
): Promise<{ payload: JWTPayload; kid: string }> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, (header) => publicKeyOf(keys, header.kid), {
      algorithms: [signingAlgorithm],
      typ,
      issuer,
      ...(audience !== undefined && { audience }),
      requiredClaims: typ === 'at+jwt' ? ['exp', 'sub', 'jti'] : ['exp', 'sub'],
      clockTolerance: isExpiredAllowed ? Number.MAX_SAFE_INTEGER : clockSkewSeconds,
    })
    return { payload, kid: protectedHeader.kid ?? '' }
  } catch (error) {
    if (!(error instanceof errors.JOSEError) && !(error instanceof TypeError)) throw error
    throw new Failure('session-ended', { cause: error })
  }
}

/** Finds a key by its kid in the service's own key set. A key or URL in the token's header has no effect. */
async function publicKeyOf(keys: SigningKeys, kid: string | undefined): Promise<CryptoKey> {
  const key = kid === undefined ? undefined : await keys.publicKey(kid)
  if (!key) throw new Failure('session-ended')
  return key
}
