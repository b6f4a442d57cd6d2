/** Links an identity to an account that its owner has just proven, and notifies the owner by email or else by SMS. */
import type { Platform } from '@foyer/contract/platforms'
import { providerNames, type SocialProvider } from '@foyer/contract/social/providers'
import { findTimeZone } from '../../identity/sessions/known-browsers.ts'
import type { User } from '../../identity/users/find-user.ts'
import { addIdentity } from '../../identity/users/identities.ts'
import { greetingName } from '../../identity/users/user-names.ts'
import { setName } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { addPlatform } from '../accounts/add-platform.ts'
import { isWithinLimit, noticeRecipient } from '../accounts/notice-recipient.ts'
import type { SocialIdentity } from './identity.ts'

type Link = {
  user: User
  identity: SocialIdentity
  platform: Platform
  requestContext: RequestContext
  browserId: Buffer
}

type Notifying = Pick<Services, 'outbox' | 'config' | 'metrics'>

/**
 * Links an identity and returns the user; null if the identity belongs to another user. An account without a name, which a
 * proof may have cleared, gets the name from the provider.
 */
export async function linkIdentity(
  services: Notifying,
  trx: Db,
  { user, identity, platform, requestContext, browserId }: Link,
): Promise<User | null> {
  const { id: userId } = user
  const { provider, fullName } = identity
  if ((await addIdentity(trx, userId, identity)) !== userId) return null
  const names = user.firstName === '' && fullName ? fullName : null
  if (names) await setName(trx, userId, names)
  const named = { ...user, ...names }
  await recordEvent(trx, {
    event: 'social-linked',
    requestContext,
    userId,
    platform,
    details: { provider },
  })
  await addPlatform(trx, services.outbox, { user: named, platform, requestContext })
  const timeZone = await findTimeZone(trx, { userId, newBrowserId: browserId })
  await notifyOwner(services, trx, 'social-linked', {
    user: named,
    provider,
    platform,
    requestContext,
    timeZone,
  })
  return named
}

/** Notifies the owner of an account that an identity was linked or removed. */
export async function notifyOwner(
  { outbox, config, metrics }: Notifying,
  trx: Db,
  template: 'social-linked' | 'social-unlinked',
  {
    user,
    provider,
    platform,
    requestContext,
    timeZone,
  }: Pick<Link, 'user' | 'platform' | 'requestContext'> & {
    provider: SocialProvider
    timeZone: string | null
  },
): Promise<void> {
  const recipient = noticeRecipient({ config, outbox }, user)
  if (!recipient || !(await isWithinLimit({ db: trx, config, metrics }, recipient, () => {}))) return
  const values = {
    firstName: greetingName(user, recipient.channel),
    platform,
    providerName: providerNames[provider],
    device: requestContext.deviceLabel,
    at: new Date(),
    timeZone,
  }
  await outbox.queue(trx, { template, ...recipient, values })
}
