/** Refuses a sign-up on a platform whose accounts are invited, or come from the sign-up of schools. */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestContext } from '../../kernel/request-context.ts'

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
