/** Adds a platform that is open to sign-up to an account, and notifies the owner. */
import type { Platform } from '@foyer/contract/platforms'
import type { User } from '../../identity/users/find-user.ts'
import { addMembership } from '../../identity/users/memberships.ts'
import { greetingName } from '../../identity/users/user-names.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Outbox } from '../../messages/outbox.ts'

type Added = { user: User; platform: Platform; requestContext: RequestContext }

/** Changes nothing for a member. Call it in the transaction that opens the session. */
export async function addPlatform(
  trx: Db,
  outbox: Outbox,
  { user, platform, requestContext }: Added,
): Promise<void> {
  const { id: userId, email } = user
  if (!(await addMembership(trx, { userId, platform, provenance: 'sign_up' }))) return
  await recordEvent(trx, { event: 'membership-added', requestContext, userId, platform })
  if (!email) return
  const values = { firstName: greetingName(user, 'email'), platform }
  await outbox.queue(trx, { template: 'platform-added', channel: 'email', to: email, values })
}
