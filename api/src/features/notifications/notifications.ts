/** Posts notifications of platforms to their users, and marks them as opened. */
import type { Platform } from '@foyer/contract/platforms'
import type { Notification, openNotification, postNotification } from '@foyer/contract/routes/notifications'
import type { Given } from '@foyer/contract/routes/route'
import { trustedUrl } from '@foyer/contract/targets/trusted-origin'
import type { PlatformClient } from '../../identity/credentials/platform-clients.ts'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { findActiveMember } from '../../identity/users/account-status.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { NoteMade } from '../../kernel/limits/idempotency.ts'
import type { Rule } from '../../kernel/limits/rate-limit.ts'
import type { Services } from '../../services.ts'
import { passGate } from './notification-gate.ts'
import { channelsOf } from './notification-preferences.ts'
import { insertNotification, lockNotification, setOpened, type Visible } from './notifications.queries.ts'

/** The maximum number of notifications from one client to one user. */
export const notificationsPerUser = { max: 50, windowSeconds: 86_400 }

/** Returns the rule that counts a client's notifications to a user. */
export function postRule(
  { keyring }: Services,
  { client, body }: { client: PlatformClient; body: { user: string } },
): Rule {
  const subject = keyring.lastingMac('notifications', `${client.id} ${body.user}`).toString('base64url')
  return { key: `notifications:${subject}`, ...notificationsPerUser }
}

/** A platform's own session sees that platform's notifications; a session at Foyer sees all. */
export function visibleTo({ userId, platform, isOwn }: Caller): Visible {
  return { userId, platform: isOwn ? null : platform }
}

type Posting = { client: PlatformClient; body: Given<typeof postNotification>['body']; noteMade: NoteMade }

/** Throws `not-found` for a user who is not a member of the platform, as for an unknown user. */
export async function post(services: Services, { client, body, noteMade }: Posting): Promise<Notification> {
  const { db, outbox, config } = services
  const [platform] = client.platforms
  if (client.external || !platform) throw new Failure('no-access')
  const { user: userId, kind, title, body: text, url } = body
  if (url !== null && !trustedUrl(url, config.registry.originsOf(platform)))
    throw new Failure('invalid-request', { fields: { url: foreignUrl } })
  const user = await findActiveMember(db, { userId, platform })
  if (!user) throw new Failure('not-found')
  const { isListed, mailTo } = await passGate(services, user, kind)
  return db.transaction().execute(async (trx) => {
    const posted = await insertNotification(trx, {
      userId,
      platform,
      clientId: client.id,
      kind,
      isListed,
      title,
      body: text,
      url,
    })
    if (mailTo !== null)
      await outbox.queue(trx, {
        template: 'notification',
        channel: 'email',
        to: mailTo,
        values: { firstName: user.firstName, platform, kind, title, text },
      })
    await noteMade(trx, posted.id)
    return posted
  })
}

type OwnPosting = {
  userId: string
  platform: Platform
  title: string
  body: string
  /** A page of this host. */
  url: string
}

/** Posts a notification of Foyer itself, which sends its own mail. A user who turned the kind off does not list it. */
export async function postOwn(trx: Db, posting: OwnPosting): Promise<void> {
  const { foyer: isListed } = await channelsOf(trx, posting.userId, 'general')
  await insertNotification(trx, { ...posting, kind: 'general', clientId: null, isListed })
}

const foreignUrl = 'Must be on a registered origin of your platform'

type Opening = {
  caller: Caller
  params: { id: string }
  body: Given<typeof openNotification>['body']
  requireMatch(current: Notification): void
}

/** Marks a notification as opened; keeps the time of the first opening. */
export async function open(
  { db }: Services,
  { caller, params: { id }, body: { dateOpened }, requireMatch }: Opening,
): Promise<Notification> {
  return db.transaction().execute(async (trx) => {
    const current = await lockNotification(trx, visibleTo(caller), id)
    if (!current) throw new Failure('not-found')
    requireMatch(current)
    const isKept = dateOpened === null ? current.dateOpened === null : current.dateOpened !== null
    return isKept ? current : setOpened(trx, id, dateOpened)
  })
}
