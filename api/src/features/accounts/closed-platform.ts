/** Refuses platforms that are not open to a sign-up or to social sign-in. */
import { platformPolicies } from '@foyer/contract/platform-policies'
import { type Platform, platformRow } from '@foyer/contract/platforms'
import type { SocialProvider } from '@foyer/contract/social/providers'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestContext } from '../../kernel/request-context.ts'

type Asked = { platform: Platform; provider?: SocialProvider; isSignUp: boolean }

/**
 * Refuses a sign-up on a platform whose accounts are invited or come from the sign-up of schools and, with a social
 * provider, a platform without social sign-in.
 */
export async function refuseClosedPlatform(
  db: Db,
  { platform, provider, isSignUp }: Asked,
  requestContext: RequestContext,
): Promise<void> {
  const isOffered = !provider || platformPolicies[platform].offersSocial
  if (isOffered && (!isSignUp || platformRow(platform).signUp === 'open')) return
  const event = provider ? 'social-refused' : 'sign-up-refused'
  const details = { ...(provider && { provider }), reason: 'closed' }
  await recordEvent(db, { event, requestContext, platform, details })
  throw new Failure('no-access')
}
