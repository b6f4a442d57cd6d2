/** Proves an identity at a social provider by the access token of a request: a reference of Foyer or a token of the provider. */
import { consumeForeignToken } from '../../identity/tokens/sealed-tokens.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'
import type { GivenToken, ProvenIdentity } from './identity.ts'
import { logProviderFailure } from './provider-failure.ts'
import { askerOf } from './providers/open-providers.ts'
import { findReference, isReference } from './references.ts'

/** Throws `social-failed` if the token proves no identity. */
export async function identityOf(services: Services, given: GivenToken): Promise<ProvenIdentity> {
  const find = isReference(given.accessToken) ? findReference : checkToken
  const proven = await find(services, given)
  if (!proven) throw new Failure('social-failed')
  return proven
}

/** Used tokens are recorded for longer than they are valid: Facebook's tokens are valid for 60 days, all others for less. */
const usedTokens = { name: 'social-token', prefix: '', seconds: 90 * 86_400 }

/** Checks a token of the provider. It opens one session, so a copy of a used token is worthless. */
async function checkToken(
  services: Services,
  { provider, accessToken }: GivenToken,
): Promise<ProvenIdentity | null> {
  const { config, metrics } = services
  try {
    const identity = await askerOf(config, provider)?.((asked, fetch) => asked.check(fetch, accessToken))
    if (!identity) return null
    metrics.social.inc({ provider, result: 'identified' })
    const used = `${provider} ${canonical(accessToken)}`
    return {
      identity,
      consume: (trx) => consumeForeignToken(trx, usedTokens, used),
      giveBack: async () => {},
    }
  } catch (error) {
    logProviderFailure(services, { provider, error })
    return null
  }
}

/** Returns one form of a token: base64url can encode the bytes of a JWT's signature in several forms. */
function canonical(token: string): string {
  const [head, body, signature, ...more] = token.split('.')
  if (signature === undefined || more.length > 0) return token
  return [head, body, Buffer.from(signature, 'base64url').toString('base64url')].join('.')
}
