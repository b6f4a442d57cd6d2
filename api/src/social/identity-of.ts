/** Proves who a person is at another provider, from the access token of a request: a reference of ours or a raw token. */
import { Failure } from '../failure.ts'
import type { Services } from '../services.ts'
import type { GivenToken, ProvenIdentity } from './identity.ts'
import { findReference, isReference } from './references.ts'

/** Throws `social-failed` where nothing proves the identity. */
export async function identityOf(services: Services, given: GivenToken): Promise<ProvenIdentity> {
  const proven = isReference(given.accessToken) ? await findReference(services, given) : null
  if (!proven) throw new Failure('social-failed')
  return proven
}
