/** Proves who a person is at another provider, from the access token of a request: a reference of ours or a raw token. */
import { Failure } from '../failure.ts'
import type { Services } from '../services.ts'
import type { GivenToken, ProvenIdentity } from './identity.ts'
import { noteFailure } from './note-failure.ts'
import { askerOf } from './providers/open-providers.ts'
import { findReference, isReference } from './references.ts'

/** Throws `social-failed` where nothing proves the identity. */
export async function identityOf(services: Services, given: GivenToken): Promise<ProvenIdentity> {
  const find = isReference(given.accessToken) ? findReference : checkToken
  const proven = await find(services, given)
  if (!proven) throw new Failure('social-failed')
  return proven
}

/** A token of the provider may be used again while it is valid: the provider says how long that is. */
async function checkToken(
  services: Services,
  { provider, accessToken }: GivenToken,
): Promise<ProvenIdentity | null> {
  const { config, metrics } = services
  try {
    const identity = await askerOf(config, provider)?.((asked, fetch) => asked.check(fetch, accessToken))
    if (!identity) return null
    metrics.social.inc({ provider, result: 'identified' })
    return { identity, spend: async () => true, giveBack: async () => {} }
  } catch (error) {
    noteFailure(services, { provider, error })
    return null
  }
}
