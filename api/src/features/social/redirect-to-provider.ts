/** Redirects a browser to a provider. */
import type { startSocialSignIn } from '@foyer/contract/page-routes/social-pages'
import { platformPolicies } from '@foyer/contract/platform-policies'
import { Failure } from '../../kernel/failure.ts'
import type { PageRequestTo } from '../../kernel/http/page-routes/serve-page-routes.ts'
import type { Services } from '../../services.ts'
import { createFlow } from './flow-state.ts'
import { consumeTicket } from './link-tickets.ts'
import { logProviderFailure } from './provider-failure.ts'
import { askerOf } from './providers/open-providers.ts'
import { readReturn, returnAddress } from './return-address.ts'

/** Returns the URL at the provider, or the URL of the return page with an error if the provider does not answer. */
export async function redirectToProvider(
  services: Services,
  { params, query, keepFlowBrowser, isOwnLink, warn }: PageRequestTo<typeof startSocialSignIn>,
): Promise<string> {
  const { provider } = params
  const { platform, mode, channel = null } = query
  const back = readReturn(query.return, platform, { isLink: query.link !== undefined })
  const ask = askerOf(services.config, provider)
  if (!ask || !isOwnLink || back === null || !platformPolicies[platform].offersSocial)
    throw new Failure('social-failed')
  const linkSession = query.link === undefined ? null : await consumeTicket(services, query.link, provider)
  const details = { provider, platform, mode, channel, return: back, browser: keepFlowBrowser(), linkSession }
  const flow = await createFlow(services, details)
  try {
    const url = await ask((asked, fetch) => asked.startUrl(fetch, flow))
    services.metrics.social.inc({ provider, result: 'started' })
    return url.href
  } catch (error) {
    logProviderFailure(services, { provider, error, warn })
    return returnAddress(details, { error: 'failed' })
  }
}
