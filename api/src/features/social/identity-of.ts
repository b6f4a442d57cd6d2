/** Proves who a person is at another provider, from the access token of a request: a reference of ours or a raw token. */
import { consumeForeignToken } from '../../identity/tokens/sealed-tokens.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'
import type { GivenToken, ProvenIdentity } from './identity.ts'
import { logProviderFailure } from './provider-failure.ts'
import { askerOf } from './providers/open-providers.ts'
import { findReference, isReference } from './references.ts'

/** Throws `social-failed` where nothing proves the identity. */
export async function identityOf(services: Services, given: GivenToken): Promise<ProvenIdentity> {
  const find = isReference(given.accessToken) ? findReference : checkToken
  const proven = await find(services, given)
  if (!proven) throw new Failure('social-failed')
  return proven
}

/** Facebook's tokens are valid for 60 days, the longest time of the three providers. */
const usedTokens = { name: 'social-token', prefix: '', seconds: 90 * 86_400 }

/** A token of the provider opens one session: a copy of it is of no use afterwards. */
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

/** The signature of a JWT is not signed itself, and base64url may write the same bytes in several ways. */
function canonical(token: string): string {
  const [head, body, signature, ...more] = token.split('.')
  if (signature === undefined || more.length > 0) return token
  return [head, body, Buffer.from(signature, 'base64url').toString('base64url')].join('.')
}
