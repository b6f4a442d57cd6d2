/**
 * Sends a link that sets a password. For an unknown user the same statements run, and the link and its message are rolled
 * back: neither the answer nor its time reveals whether the account exists.
 */
import type { Channel } from '@foyer/contract/contact'
import { defaultPlatform } from '@foyer/contract/platforms'
import type { forgotPassword } from '@foyer/contract/routes/password-links'
import type { Given } from '@foyer/contract/routes/route'
import { sql } from 'kysely'
import { hasPassword } from '../../identity/credentials/credentials.ts'
import { syntheticUuid } from '../../identity/sessions/identify-user.ts'
import { findKnownBrowser } from '../../identity/sessions/known-browsers.ts'
import { findLink } from '../../identity/tokens/password-links.ts'
import { sendDecoyLink, sendLink } from '../../identity/tokens/send-link.ts'
import { browserOfCount } from '../../identity/users/contacts.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { requireContact } from '../../identity/users/identifier.ts'
import { lockContacts, unknownUserId } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { Failure } from '../../kernel/failure.ts'
import { countAttempts, type Rule } from '../../kernel/limits/rate-limit.ts'
import { resetLinkRules } from '../../kernel/limits/user-limits.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import { countSms, smsUnavailable } from '../../messages/sms-limit.ts'
import type { Services } from '../../services.ts'
import { type LinkRecipient, recipientByContact, recipientOfLink } from './link-recipient.ts'

type Request = Given<typeof forgotPassword> & {
  requestContext: RequestContext
  browser: Browser
  warn(message: string, details: Record<string, number>): void
}

/** The account that a link is requested for, known or not. */
type LinkTarget = {
  user: User | undefined
  channel: Channel
  /** The key of the target in the limits, equal for all spellings of a contact. */
  key: string
  findRecipient(isKnownBrowser: boolean): LinkRecipient | null
}

export async function requestLink(
  services: Services,
  { body, requestContext, browser, warn }: Request,
): Promise<undefined> {
  const { db, keyring, outbox } = services
  const target = await findTarget(services, body)
  const { user, channel } = target
  if (channel === 'sms' && !outbox.canSend('sms')) throw smsUnavailable('phone')
  const userId = user?.id ?? null
  const knownBrowser = await findKnownBrowser(db, { browser, userId })
  const found = target.findRecipient(knownBrowser !== null)
  const own = browserOfCount(user, channel, knownBrowser)
  const isWithinLimits = await countLink(
    services,
    resetLinkRules(keyring, found?.link.userId ?? target.key, own),
  )
  const recipient = isWithinLimits ? found : null
  if (channel === 'sms') await countSms(services, { isSent: recipient !== null, field: 'phone', warn })

  await db.transaction().execute(async (trx) => {
    const details = { medium: channel, purpose: body.link?.purpose ?? 'reset' }
    const recipientId = recipient?.link.userId ?? null
    await recordEvent(trx, { event: 'password-link-requested', requestContext, userId: recipientId, details })
    await lockContacts(trx, recipientId ?? unknownUserId)
    await sql`savepoint link`.execute(trx)
    if (recipient) await sendLink(services, trx, { ...recipient, channel })
    else
      await sendDecoyLink(services, trx, {
        channel,
        platform: body.platform ?? defaultPlatform(body.product),
      })
    await (recipient ? sql`release savepoint link` : sql`rollback to savepoint link`).execute(trx)
  })
  return undefined
}

/**
 * Counts a link and returns false beyond the limits. The caller then sends no link and answers as usual, because an error
 * would reveal that the account exists. A link beyond the hourly limit does not count for the day: otherwise an attacker
 * could use up a user's links of a day within a minute.
 */
async function countLink({ db, config }: Services, [hour, day]: [Rule, Rule]): Promise<boolean> {
  const isInHour = await isCounted(hour)
  const isInDay = await isCounted({ ...day, weight: isInHour ? 1 : 0 })
  return isInHour && isInDay

  async function isCounted(rule: Rule): Promise<boolean> {
    try {
      await countAttempts(db, [rule], config.limitsFactor)
      return true
    } catch (error) {
      if (error instanceof Failure) return false
      throw error
    }
  }
}

async function findTarget(services: Services, body: Request['body']): Promise<LinkTarget> {
  return body.link === undefined ? findByContact(services, body) : findByLink(services, body.link)
}

async function findByContact({ db, config, keyring }: Services, body: Request['body']): Promise<LinkTarget> {
  const { email, phone, product, platform, countryCode } = body
  const field = email === undefined ? 'phone' : 'email'
  const contact = requireContact(email ?? phone ?? '', { field, countryCode })
  const user = await findUser(db, { identifier: contact })
  const { channel } = contact
  return {
    user,
    channel,
    key: syntheticUuid(keyring, contact.key),
    findRecipient: (isKnownBrowser) =>
      recipientByContact(config, user, { channel, product, platform, isKnownBrowser }),
  }
}

/** Finds the user that a link was sent to. The link may be expired or used. */
async function findByLink(
  { db, config, keyring }: Services,
  path: NonNullable<Request['body']['link']>,
): Promise<LinkTarget> {
  const link = await findLink(db, keyring, path)
  const user = await findUser(db, { id: link?.userId ?? unknownUserId })
  const hasOne = await hasPassword(db, link?.userId ?? unknownUserId)
  const channel = link && link.contactId === user?.phoneId ? 'sms' : 'email'
  return {
    user,
    channel,
    // A request with a made-up link must not count under the limits of the user whom the link names.
    key: link?.userId ?? syntheticUuid(keyring, `link of ${path.uuid}`),
    findRecipient: (isKnownBrowser) =>
      link && recipientOfLink(config, user, { link, hasPassword: hasOne, isKnownBrowser }),
  }
}
