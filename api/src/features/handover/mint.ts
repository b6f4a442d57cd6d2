/** Mints a one-time code for the platform of a session or an external site, bound to the redirect URL and PKCE challenge. */
import { finishPath } from '@foyer/contract/page-routes/openid-pages'
import { platformRow } from '@foyer/contract/platforms'
import type { createCode, Delivery } from '@foyer/contract/routes/handover'
import type { Given, Result } from '@foyer/contract/routes/route'
import { type External, externalUrl, trustedExternalUrl } from '@foyer/contract/targets/externals'
import { explainRefusedTarget } from '@foyer/contract/targets/refused-target'
import { trustedOrigin, trustedUrl } from '@foyer/contract/targets/trusted-origin'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { askSecondFactorOfOpen } from '../../identity/sessions/ask-second-factor.ts'
import { isLastUsedHere } from '../../identity/sessions/browser-sessions.ts'
import { createToken, type Purpose } from '../../identity/tokens/one-time-tokens.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Circumstances } from '../../kernel/http/handler.ts'
import type { Services } from '../../services.ts'
import { redirectUrlSha256 } from './redirect-url.ts'

export const handoverPurpose: Purpose = { name: 'handover', prefix: 'ac_', seconds: 60 }

type Request = Given<typeof createCode>['body'] & { delivery: Delivery }

/** Runs the checks in their order. Each refusal is recorded in the audit trail. */
export async function mintCode(
  services: Services,
  body: Given<typeof createCode>['body'],
  {
    caller: { userId, sessionId, platform: ownPlatform },
    requestContext,
    browser,
    warn,
  }: Pick<Circumstances, 'requestContext' | 'browser' | 'warn'> & { caller: Caller },
): Promise<Result<typeof createCode>> {
  const { db, config } = services
  const request: Request = { ...body, delivery: body.delivery ?? 'redirect' }
  const { platform, external, codeChallenge = null, delivery } = request
  const recorded = { requestContext, userId, sessionId, platform }
  const details = { delivery, ...(external && { external }) }

  if (platform !== ownPlatform) {
    await recordEvent(db, { event: 'platform-refused', ...recorded })
    throw new Failure('no-access')
  }
  const site = external === undefined ? null : config.registry.external(external)
  if (site && !site.platforms.includes(platform)) {
    await recordEvent(db, { event: 'platform-refused', ...recorded, details })
    throw new Failure('no-access')
  }
  const target = external ? externalTarget(services, external, request) : redirectTarget(services, request)
  if (!target) {
    await recordEvent(db, { event: 'redirect-refused', ...recorded, details })
    throw external ? refuseExternal(services, external, warn) : refuseRedirect(services, request, warn)
  }

  if (delivery === 'silent' && !(await isLastUsedHere(db, { sessionId, session: browser.session })))
    throw new Failure('not-signed-in-here')
  const asked = body.assurance ?? 1
  await askSecondFactorOfOpen(db, config, { ...recorded, asked, browser })
  const bound = {
    platform,
    ...(external && { external }),
    // The origin decides which clients may redeem the code (docs/decisions/handover.md).
    redirectOrigin: target.origin,
    redirectUrlSha256: redirectUrlSha256(target),
    codeChallenge,
  }
  const given = { userId, sessionId, details: bound }
  const event = { event: 'code-minted', ...recorded, details } as const
  return { code: await createToken(db, handoverPurpose, given, event) }
}

/**
 * Returns the registered URL that receives the code, or null if the platform or the URL may not receive one (product 6). A
 * message to a window is addressed to an origin, so the code in such a message is bound to the origin without a path.
 */
function redirectTarget({ config }: Services, { platform, redirectUrl, delivery }: Request): URL | null {
  const { registry } = config
  const { redirect } = platformRow(platform)
  const leaves = delivery === 'redirect' || delivery === 'silent'
  if (leaves && redirect !== 'none' && redirectUrl !== undefined) {
    const finish = openIdFinish(config, redirectUrl)
    if (finish) return finish
  }
  if (delivery !== 'redirect') {
    const origin = redirect === 'none' ? null : trustedOrigin(redirectUrl, registry.originsOf(platform))
    return origin === null ? null : new URL(origin)
  }
  if (redirect === 'none' || (redirect === 'explicit' && redirectUrl === undefined)) return null
  return trustedUrl(redirectUrl ?? registry.homeOf(platform), registry.originsOf(platform))
}

/** Returns the URL at which a sign-in with OpenID Connect goes on (features/openid/finish.ts); null for any other URL. */
function openIdFinish({ baseUrl }: Services['config'], value: string): URL | null {
  const url = trustedUrl(value, [new URL(baseUrl).origin])
  return url?.pathname.startsWith(`${finishPath}/`) ? url : null
}

/**
 * Returns the registered URL of an external site, with the query of `redirectUrl`; null for any other URL. No external site
 * embeds Foyer, so its codes are delivered by redirect only.
 */
function externalTarget(
  { config: { registry } }: Services,
  external: External,
  { platform, redirectUrl, delivery }: Request,
): URL | null {
  const site = registry.external(external)
  if (!site || delivery !== 'redirect') return null
  if (redirectUrl === undefined) return externalUrl(site.url, platform, new URLSearchParams())
  return trustedExternalUrl(redirectUrl, site.url, platform)
}

function refuseExternal(
  { config: { registry, platformsFile } }: Services,
  external: External,
  warn: (message: string) => void,
): Failure {
  const site = registry.external(external)
  const reason = site ? 'redirect-url is not its registered address' : 'it is not registered'
  warn(`external ${external} refused: ${reason} in ${platformsFile}`)
  return notRegistered(site ? 'redirectUrl' : 'external')
}

function refuseRedirect(
  { config: { registry, platformsFile } }: Services,
  { platform, redirectUrl, delivery }: Request,
  warn: (message: string) => void,
): Failure {
  const search = new URLSearchParams(redirectUrl === undefined ? {} : { 'redirect-url': redirectUrl })
  const registered = { platform, origins: registry.originsOf(platform), file: platformsFile }
  const missing =
    delivery === 'redirect'
      ? `no redirect-url, and ${platform} has no home`
      : 'the code goes to no exact origin'
  warn(explainRefusedTarget(search, registered) ?? missing)
  return notRegistered('redirectUrl')
}

function notRegistered(field: string): Failure {
  return new Failure('redirect-not-allowed', { fields: { [field]: 'This address is not registered' } })
}
