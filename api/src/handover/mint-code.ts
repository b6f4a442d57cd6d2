/** Mints a one-time code for the platform of a session or an external site, bound to the redirect URL and PKCE challenge. */

import { platformRow } from '@foyer/contract/platforms'
import type { createCode, Delivery } from '@foyer/contract/routes/handover'
import type { Given, Result } from '@foyer/contract/routes/route'
import { type External, externalUrl, trustedExternalUrl } from '@foyer/contract/targets/externals'
import { explainRefusedTarget } from '@foyer/contract/targets/refused-target'
import { trustedOrigin, trustedUrl } from '@foyer/contract/targets/trusted-origin'
import { createOneTimeToken, type Purpose } from '../accounts/one-time-tokens/one-time-tokens.ts'
import type { Caller } from '../accounts/sessions/access-tokens.ts'
import { recordEvent } from '../audit.ts'
import { Failure } from '../failure.ts'
import type { RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'
import { detailsOf } from './code-details.ts'

export const handoverCodeSeconds = 60

export const handoverPurpose: Purpose = { name: 'handover', prefix: 'ac_', seconds: handoverCodeSeconds }

export async function mintCode(
  services: Services,
  { platform, external, redirectUrl, codeChallenge, delivery = 'redirect' }: Given<typeof createCode>['body'],
  {
    caller,
    requestContext,
    warn,
  }: { caller: Caller; requestContext: RequestContext; warn: (message: string) => void },
): Promise<Result<typeof createCode>> {
  const { db, config } = services
  const { userId, sessionId } = caller
  if (platform !== caller.platform) {
    await recordEvent(db, { event: 'platform-refused', requestContext, userId, sessionId, platform })
    throw new Failure('no-access')
  }
  const details = { delivery, ...(external && { external }) }
  const site = external === undefined ? null : config.registry.external(external)
  if (site && !site.platforms.includes(platform)) {
    await recordEvent(db, { event: 'platform-refused', requestContext, userId, sessionId, platform, details })
    throw new Failure('no-access')
  }
  const target = external
    ? externalTarget(services, platform, { external, redirectUrl, delivery })
    : redirectTarget(services, platform, { redirectUrl, delivery })
  if (!target) {
    await recordEvent(db, { event: 'redirect-refused', requestContext, userId, sessionId, platform, details })
    if (external) {
      const reason = site ? 'redirect-url is not its registered address' : 'it is not registered'
      warn(`external ${external} refused: ${reason} in ${config.platformsFile}`)
      const field = site ? 'redirectUrl' : 'external'
      throw new Failure('redirect-not-allowed', { fields: { [field]: 'This address is not registered' } })
    }
    const search = new URLSearchParams(redirectUrl === undefined ? {} : { 'redirect-url': redirectUrl })
    const registered = { platform, origins: config.registry.originsOf(platform), file: config.platformsFile }
    const missing =
      delivery === 'redirect'
        ? `no redirect-url, and ${platform} has no home`
        : 'the code goes to no exact origin'
    warn(explainRefusedTarget(search, registered) ?? missing)
    throw new Failure('redirect-not-allowed', { fields: { redirectUrl: 'This address is not registered' } })
  }
  const code = await createOneTimeToken(
    db,
    handoverPurpose,
    {
      userId,
      sessionId,
      details: detailsOf({ platform, external, codeChallenge: codeChallenge ?? null, target }),
    },
    { event: 'code-minted', requestContext, userId, sessionId, platform, details },
  )
  return { code }
}

/**
 * Returns the registered URL that receives the code, or null if the platform or this URL takes none (Spec 6). A message to
 * a window reaches an origin, so a code for one is bound to the origin alone.
 */
function redirectTarget(
  { config: { registry } }: Services,
  platform: Caller['platform'],
  { redirectUrl, delivery }: { redirectUrl: string | undefined; delivery: Delivery },
): URL | null {
  const { redirect } = platformRow(platform)
  if (delivery !== 'redirect') {
    const origin = redirect === 'none' ? null : trustedOrigin(redirectUrl, registry.originsOf(platform))
    return origin === null ? null : new URL(origin)
  }
  if (redirect === 'none' || (redirect === 'explicit' && redirectUrl === undefined)) return null
  return trustedUrl(redirectUrl ?? registry.homeOf(platform), registry.originsOf(platform))
}

/**
 * Returns the address of an external site, with the query of the page if `redirectUrl` has one; null for any other URL. No
 * external site embeds Foyer, so its codes travel by redirect alone.
 */
function externalTarget(
  { config: { registry } }: Services,
  platform: Caller['platform'],
  {
    external,
    redirectUrl,
    delivery,
  }: { external: External; redirectUrl: string | undefined; delivery: Delivery },
): URL | null {
  const site = registry.external(external)
  if (!site || delivery !== 'redirect') return null
  if (redirectUrl === undefined) return externalUrl(site.url, platform, new URLSearchParams())
  return trustedExternalUrl(redirectUrl, site.url, platform)
}
