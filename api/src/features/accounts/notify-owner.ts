/** Notifies the owner of an address of a sign-up attempt with it. */
import type { Platform } from '@foyer/contract/platforms'
import type { User } from '../../identity/users/find-user.ts'
import { chooseMembership } from '../../identity/users/memberships.ts'
import { greetingName } from '../../identity/users/user-names.ts'
import { mayNotify } from '../../messages/notice-limit.ts'
import type { Services } from '../../services.ts'

const template = 'sign-up-attempted'
/** A message that is a day late is of no use. */
const expiresInSeconds = 86_400

/** Queues at most one mail a day for each owner, and none for a disabled account, which cannot sign in. */
export async function notifyOwner(
  services: Services,
  owner: User | undefined,
  /** The platform of the sign-up. */
  platform: Platform,
): Promise<void> {
  const { db, outbox } = services
  if (!owner?.email || owner.isDisabled) return
  if (!(await mayNotify(services, { userId: owner.id, template }))) return
  const own = chooseMembership(owner.platforms, { product: null, platform: undefined })
  const values = {
    firstName: greetingName(owner, 'email'),
    platform: own ?? platform,
    isMember: own !== null,
  }
  await outbox.queue(db, { template, channel: 'email', to: owner.email, values, expiresInSeconds })
}
