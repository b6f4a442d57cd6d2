/** Mints a one-time code for the platform of a session, bound to the redirect URL and the PKCE challenge. */
import { platformRow } from '@foyer/contract/platforms'
import { explainRefusedTarget } from '@foyer/contract/refused-target'
import type { createCode } from '@foyer/contract/routes/handover'
import type { Given, Result } from '@foyer/contract/routes/route'
import { trustedUrl } from '@foyer/contract/trusted-origin'
import { createOneTimeToken, type Purpose } from '../accounts/one-time-tokens/one-time-tokens.ts'
import type { Caller } from '../accounts/sessions/access-tokens.ts'
import { recordEvent } from '../audit.ts'
import { Failure } from '../failure.ts'
import type { RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'
import { redirectUrlSha256 } from './redirect-url.ts'

export const handoverCodeSeconds = 60

export const handoverPurpose: Purpose = { name: 'handover', prefix: 'ac_', seconds: handoverCodeSeconds }

export async function mintCode(
  services: Services,
  { platform, redirectUrl, codeChallenge }: Given<typeof createCode>['body'],
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
  const target = redirectTarget(services, platform, redirectUrl)
  if (!target) {
    await recordEvent(db, { event: 'redirect-refused', requestContext, userId, sessionId, platform })
    const search = new URLSearchParams(redirectUrl === undefined ? {} : { 'redirect-url': redirectUrl })
    const registered = { platform, origins: config.registry.originsOf(platform), file: config.platformsFile }
    warn(explainRefusedTarget(search, registered) ?? `no redirect-url, and ${platform} has no home`)
    throw new Failure('redirect-not-allowed', { fields: { redirectUrl: 'This address is not registered' } })
  }
  const code = await createOneTimeToken(
    db,
    handoverPurpose,
    {
      userId,
      sessionId,
      details: {
        platform,
        // Copies of the previous version compare the origin alone. The next release removes this field.
        redirectOrigin: target.origin,
        redirectUrlSha256: redirectUrlSha256(target),
        codeChallenge: codeChallenge ?? null,
      },
    },
    { event: 'code-minted', requestContext, userId, sessionId, platform },
  )
  return { code }
}

/** Returns the registered URL that receives the code, or null if the platform or this URL takes none (Spec 6). */
function redirectTarget(
  { config: { registry } }: Services,
  platform: Caller['platform'],
  redirectUrl: string | undefined,
): URL | null {
  const { redirect } = platformRow(platform)
  if (redirect === 'none' || (redirect === 'explicit' && redirectUrl === undefined)) return null
  return trustedUrl(redirectUrl ?? registry.homeOf(platform), registry.originsOf(platform))
}
