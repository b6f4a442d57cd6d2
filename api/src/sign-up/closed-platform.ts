/** Refuses a sign-up on a platform whose accounts are invited, or come from the sign-up of schools. */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { recordEvent } from '../audit.ts'
import type { Db } from '../db/connect.ts'
import { Failure } from '../failure.ts'
import type { RequestContext } from '../request-context.ts'

export async function refuseClosedPlatform(
  db: Db,
  platform: Platform,
  requestContext: RequestContext,
): Promise<void> {
  if (platformRow(platform).signUp === 'open') return
  const details = { reason: 'closed' }
  await recordEvent(db, { event: 'sign-up-refused', requestContext, platform, details })
  throw new Failure('no-access')
}
