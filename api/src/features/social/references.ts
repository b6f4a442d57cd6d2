/**
 * Makes and takes references: what a page gets instead of a provider's token. A reference is valid for ten minutes, in its
 * browser alone, for two tries, the second only to sign up, and for one success.
 */
import {
  consumeSealedToken,
  countTry,
  createSealedToken,
  readSealedToken,
  uncountTry,
} from '../../identity/tokens/sealed-tokens.ts'
import type { Services } from '../../services.ts'
import type { GivenToken, ProvenIdentity, SocialIdentity } from './identity.ts'

const reference = { name: 'social-reference', prefix: 'sr_', seconds: 600 }

const tries = { login: 1, sign_up: 2 } as const

type Kept = { identity: SocialIdentity; browser: string }

/** Makes a reference for the browser of this id. */
export function createReference(
  services: Pick<Services, 'db' | 'keyring'>,
  identity: SocialIdentity,
  browser: string,
): Promise<string> {
  return createSealedToken(services, reference, { identity, browser } satisfies Kept)
}

export function isReference(accessToken: string): boolean {
  return accessToken.startsWith(reference.prefix)
}

/** Counts a try, unless the identity is only read to link it. Returns null for a reference that is not valid here. */
export async function findReference(
  services: Pick<Services, 'db' | 'keyring'>,
  { accessToken, provider, purpose, browserHash }: GivenToken,
): Promise<ProvenIdentity | null> {
  const { db } = services
  const kept = (await readSealedToken(services, reference, accessToken)) as Kept | null
  // Another browser or provider uses no try up.
  if (!kept || kept.browser !== browserHash || kept.identity.provider !== provider) return null
  if (purpose !== 'link' && !(await countTry(db, reference, accessToken, tries[purpose]))) return null
  return {
    identity: kept.identity,
    consume: (trx) => consumeSealedToken(trx, reference, accessToken),
    giveBack: async () => {
      if (purpose !== 'link') await uncountTry(db, reference, accessToken)
    },
  }
}
