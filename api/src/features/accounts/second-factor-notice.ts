/** Notifies a user of a change or an unusual use of their second factors, in case an attacker did it. */
import type { Platform } from '@foyer/contract/platforms'
import { findTimeZone } from '../../identity/sessions/known-browsers.ts'
import type { User } from '../../identity/users/find-user.ts'
import { greetingName } from '../../identity/users/user-names.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { SecondFactorChange } from '../../messages/second-factor-changes.ts'
import type { Services } from '../../services.ts'
import { isWithinLimit, noticeRecipient } from './notice-recipient.ts'

type Change = {
  user: User
  platform: Platform
  requestContext: RequestContext
  warn: Parameters<typeof isWithinLimit>[2]
}

export async function notifyOfSecondFactor(
  services: Services,
  trx: Db,
  change: SecondFactorChange,
  { user, platform, requestContext, warn }: Change,
): Promise<void> {
  const recipient = noticeRecipient(services, user)
  if (!recipient || !(await isWithinLimit({ ...services, db: trx }, recipient, warn))) return
  const values = {
    ...{ firstName: greetingName(user, recipient.channel), platform, change },
    ...{ device: requestContext.deviceLabel, at: new Date() },
    timeZone: (await findTimeZone(trx, { userId: user.id })) ?? requestContext.timeZone,
  }
  await services.outbox.queue(trx, { template: 'second-factor-changed', ...recipient, values })
}
