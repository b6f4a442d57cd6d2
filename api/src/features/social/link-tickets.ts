/**
 * Creates and uses up tickets, with which a browser goes to a provider to link an account there. The navigation carries no
 * access token, so the ticket names the session that began the link.
 */
import type { SocialProvider } from '@foyer/contract/social/providers'
import {
  consumeSealedToken,
  createSealedToken,
  readSealedToken,
} from '../../identity/tokens/sealed-tokens.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'

const ticket = { name: 'social-link', prefix: 'sl_', seconds: 600 }

type Kept = { sessionId: string; provider: SocialProvider }

export function createTicket(services: Pick<Services, 'db' | 'keyring'>, kept: Kept): Promise<string> {
  return createSealedToken(services, ticket, kept)
}

/** Uses the ticket up and returns the session that began the link. Throws `social-failed` for any other text. */
export async function consumeTicket(
  services: Pick<Services, 'db' | 'keyring'>,
  value: string,
  provider: SocialProvider,
): Promise<string> {
  const kept = (await readSealedToken(services, ticket, value)) as Kept | null
  if (kept?.provider !== provider || !(await consumeSealedToken(services.db, ticket, value)))
    throw new Failure('social-failed')
  return kept.sessionId
}
