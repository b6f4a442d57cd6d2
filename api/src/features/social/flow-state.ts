/**
 * Keeps the ways of browsers to a provider and back: ten minutes, for one use, by one provider and one browser. The state
 * alone leads to a row; PKCE verifier and nonce are derived from it, so that no secret is stored.
 */

import type { SocialMode } from '@foyer/contract/page-routes/social-pages'
import type { Platform } from '@foyer/contract/platforms'
import type { SocialProvider } from '@foyer/contract/social/providers'
import {
  consumeSealedToken,
  createSealedToken,
  readSealedToken,
} from '../../identity/tokens/sealed-tokens.ts'
import type { Services } from '../../services.ts'
import type { Flow } from './providers/provider.ts'

const state = { name: 'social-flow', prefix: '', seconds: 600 }

export type FlowDetails = {
  provider: SocialProvider
  platform: Platform
  mode: SocialMode
  /** The channel on which the page hears the result. */
  channel: string | null
  /** Path and query of the page. */
  return: string
  /** The id of the browser (kernel/http/page-routes/flow-cookie.ts). */
  browser: string
}

type FlowServices = Pick<Services, 'db' | 'keyring' | 'config'>

export async function createFlow(services: FlowServices, details: FlowDetails): Promise<Flow> {
  return secretsOf(services, details.provider, await createSealedToken(services, state, details))
}

/** Uses the state up. Returns null unless it is unused, and this browser got it for this provider. */
export async function consumeFlow(
  services: FlowServices,
  given: { state: string; provider: SocialProvider; browser: string | null },
): Promise<{ details: FlowDetails; flow: Flow } | null> {
  const details = (await readSealedToken(services, state, given.state)) as FlowDetails | null
  if (details?.provider !== given.provider || details.browser !== given.browser) return null
  if (!(await consumeSealedToken(services.db, state, given.state))) return null
  return { details, flow: secretsOf(services, given.provider, given.state) }
}

function secretsOf({ keyring, config }: FlowServices, provider: SocialProvider, value: string): Flow {
  const derived = (purpose: string) => keyring.lastingMac(purpose, value).toString('base64url')
  return {
    state: value,
    codeVerifier: derived('social code verifier'),
    nonce: derived('social nonce'),
    redirectUri: `${config.baseUrl}/api/auth/social/${provider}/callback`,
  }
}
