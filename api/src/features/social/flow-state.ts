/**
 * Keeps the flows of browsers that are at a provider. The state (RFC 6749 §4.1.1) of a flow is valid for ten minutes and one
 * use, for one provider and one browser. PKCE verifier and nonce are derived from the state, so that no secret is stored.
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
  /** The BroadcastChannel on which the page gets the result. */
  channel: string | null
  /** Path and query of the page. */
  return: string
  /** The id of the browser (kernel/http/page-routes/flow-cookie.ts). */
  browser: string
  /** The session whose user links an identity; null for a sign-in. */
  linkSession: string | null
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
