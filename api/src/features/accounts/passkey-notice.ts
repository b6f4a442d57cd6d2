/** Notifies a user that a passkey was added or removed, in case an attacker did it. */
import type { Platform } from '@foyer/contract/platforms'
import { findTimeZone } from '../../identity/sessions/known-browsers.ts'
import type { User } from '../../identity/users/find-user.ts'
import { greetingName } from '../../identity/users/user-names.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { isWithinLimit, noticeRecipient } from './notice-recipient.ts'

type Change = {
  user: User
  /** The name of the passkey. */
  name: string
  platform: Platform
  requestContext: RequestContext
  warn: Parameters<typeof isWithinLimit>[2]
}

export async function notifyOfPasskey(
  services: Services,
  trx: Db,
  template: 'passkey-added' | 'passkey-removed',
  { user, name, platform, requestContext, warn }: Change,
): Promise<void> {
  const recipient = noticeRecipient(services, user)
  if (!recipient || !(await isWithinLimit({ ...services, db: trx }, recipient, warn))) return
  const values = {
    firstName: greetingName(user, recipient.channel),
    platform,
    passkeyName: name,
    device: requestContext.deviceLabel,
    at: new Date(),
    timeZone: (await findTimeZone(trx, { userId: user.id })) ?? requestContext.timeZone,
  }
  await services.outbox.queue(trx, { template, ...recipient, values })
}
