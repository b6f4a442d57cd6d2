/** Fetches and caches Foyer's public keys (RFC 7517). */
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import { FoyerError } from './failure.ts'
import { type FoyerOptions, issuerOf } from './foyer.ts'

type KeyOptions = Pick<FoyerOptions, 'accountsUrl' | 'timeoutMs' | 'fetch'>

/** Foyer publishes a new key a day before signing with it, and sends its keys with this max-age. */
const keysMaxAgeMs = 3_600_000
/** Tokens with unknown key ids cause at most one request per 30 s. */
const keysCooldownMs = 30_000
const keysTimeoutMs = 5_000

/** Finds the key of a token; throws FoyerError 'no-answer' if the keys could not be fetched. */
export function createKeys(options: KeyOptions): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(`${issuerOf(options)}/.well-known/jwks.json`), {
    cacheMaxAge: keysMaxAgeMs,
    cooldownDuration: keysCooldownMs,
    timeoutDuration: Math.min(options.timeoutMs ?? keysTimeoutMs, keysTimeoutMs),
    ...(options.fetch && { [customFetch]: options.fetch }),
  })
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      const isAboutToken =
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWKSMultipleMatchingKeys ||
        error instanceof errors.JOSENotSupported
      if (isAboutToken) throw error
      throw new FoyerError('no-answer', {
        message: "Foyer's public keys could not be fetched.",
        cause: error,
      })
    }
  }
}
