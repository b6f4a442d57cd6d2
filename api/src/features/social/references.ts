/**
 * Creates and reads references, which a page gets instead of a provider's token. A reference is valid for ten minutes, only in
 * the browser that got it, and for one success. It has two tries: one for any purpose, the second only for a sign-up. A
 * reference for a link is valid only in the session that began the link.
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

/** A reference of a former release has no `linkSession`. */
type Kept = { identity: SocialIdentity; browser: string; linkSession?: string | null }

/** Creates a reference for the browser with this id, and for the session that began a link. */
export function createReference(
  services: Pick<Services, 'db' | 'keyring'>,
  identity: SocialIdentity,
  browser: string,
  linkSession: string | null = null,
): Promise<string> {
  return createSealedToken(services, reference, { identity, browser, linkSession } satisfies Kept)
}

export function isReference(accessToken: string): boolean {
  return accessToken.startsWith(reference.prefix)
}

/** Counts a try, unless the identity is only read to link it. Returns null for a reference that is not valid here. */
export async function findReference(
  services: Pick<Services, 'db' | 'keyring'>,
  { accessToken, provider, purpose, browserHash, linkSession }: GivenToken,
): Promise<ProvenIdentity | null> {
  const { db } = services
  const kept = (await readSealedToken(services, reference, accessToken)) as Kept | null
  // A request with another browser, provider or session counts no try.
  if (!kept || kept.browser !== browserHash || kept.identity.provider !== provider) return null
  if ((kept.linkSession ?? null) !== (linkSession ?? null)) return null
  if (purpose !== 'link' && !(await countTry(db, reference, accessToken, tries[purpose]))) return null
  return {
    identity: kept.identity,
    consume: (trx) => consumeSealedToken(trx, reference, accessToken),
    giveBack: async () => {
      if (purpose !== 'link') await uncountTry(db, reference, accessToken)
    },
  }
}
