/**
 * Asking for a link that sets a password. For somebody unknown everything is done as for everybody else, up to a link
 * and a message that are written and taken back: the answer and the statements are the same.
 */
import type { Channel } from '@foyer/contract/contact'
import { errorSentence } from '@foyer/contract/errors'
import { defaultRole } from '@foyer/contract/platforms'
import type { forgotPassword } from '@foyer/contract/routes/password-links'
import type { Given } from '@foyer/contract/routes/route'
import { sql } from 'kysely'
import { findLink } from '../accounts/one-time-tokens/password-links.ts'
import { sendLink, sendNobody } from '../accounts/one-time-tokens/send-link.ts'
import { smsUnavailable, spendSms } from '../accounts/one-time-tokens/text-messages.ts'
import { hasPassword } from '../accounts/passwords/credentials.ts'
import { findKnownBrowser } from '../accounts/sessions/known-browsers.ts'
import { identifierKey } from '../accounts/users/claimed-person.ts'
import { readContact } from '../accounts/users/contact-keys.ts'
import { ownBrowser } from '../accounts/users/first-contact-proof.ts'
import { resetLinkRules } from '../accounts/users/lockout.ts'
import { uuidFrom } from '../accounts/users/synthetic-uuid.ts'
import { findPerson, lockContacts, nobody, type Person } from '../accounts/users/users.ts'
import { recordEvent } from '../audit.ts'
import { Failure } from '../failure.ts'
import { countAttempts, type Rule } from '../limits/rate-limit.ts'
import type { Browser, RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'
import { type Addressee, grantAgain, grantByContact } from './grants.ts'

type Request = Given<typeof forgotPassword> & {
  requestContext: RequestContext
  browser: Browser
  warn(message: string, details: Record<string, number>): void
}

/** Whose link is asked for, whoever they may be. */
type Asked = {
  person: Person | undefined
  channel: Channel
  /** What was typed, or whose link was shown, in the one form that is counted. */
  key: string
  find(isKnownBrowser: boolean): Addressee | null
}

export async function askForLink(
  services: Services,
  { body, requestContext, browser, warn }: Request,
): Promise<undefined> {
  const { db, keyring, outbox } = services
  const asked = await readAsked(services, body)
  const { person, channel } = asked
  if (channel === 'sms' && !outbox.canSend('sms')) throw smsUnavailable('phone')
  const userId = person?.id ?? null
  const knownBrowser = await findKnownBrowser(db, { browser, userId })
  const found = asked.find(knownBrowser !== null)
  const own = ownBrowser(person, channel, knownBrowser)
  const isInTime = await countLink(services, resetLinkRules(keyring, found?.grant.userId ?? asked.key, own))
  const addressee = isInTime ? found : null
  if (channel === 'sms') await spendSms(services, { isSent: addressee !== null, field: 'phone', warn })

  await db.transaction().execute(async (trx) => {
    const details = { medium: channel, purpose: body.link?.purpose ?? 'reset' }
    const recipient = addressee?.grant.userId ?? null
    await recordEvent(trx, { event: 'password-link-requested', requestContext, userId: recipient, details })
    await lockContacts(trx, recipient ?? nobody)
    await sql`savepoint link`.execute(trx)
    if (addressee) await sendLink(services, trx, { ...addressee, channel })
    else await sendNobody(services, trx, { channel, platform: body.platform ?? defaultRole(body.product) })
    await (addressee ? sql`release savepoint link` : sql`rollback to savepoint link`).execute(trx)
  })
  return undefined
}

/**
 * Beyond its limits a link is dropped without a word: they say nothing of who exists. What the hour drops is no link of
 * the day, or who asks often within a minute would have used up all of them.
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

async function readAsked(services: Services, body: Request['body']): Promise<Asked> {
  return body.link === undefined ? readTyped(services, body) : readLink(services, body.link)
}

async function readTyped({ db, config, keyring }: Services, body: Request['body']): Promise<Asked> {
  const { email, phone, product, platform, countryCode } = body
  const typed = email ?? phone ?? ''
  const contact = readContact(typed, countryCode)
  if (contact?.channel === 'sms' && contact.number === null) {
    const fields = { countryCode: errorSentence('country-code-needed') }
    throw new Failure('country-code-needed', { fields })
  }
  const person = await findPerson(db, { contact })
  const isPhone = contact ? contact.channel === 'sms' : email === undefined
  const channel = isPhone ? 'sms' : 'email'
  return {
    person,
    channel,
    key: uuidFrom(keyring, identifierKey({ contact, typed })),
    find: (isKnownBrowser) => grantByContact(config, person, { channel, product, platform, isKnownBrowser }),
  }
}

/** The one that was shown may have run out or been used: whoever it was sent to is sent another. */
async function readLink(
  { db, config, keyring }: Services,
  path: NonNullable<Request['body']['link']>,
): Promise<Asked> {
  const link = await findLink(db, keyring, path)
  const person = await findPerson(db, { id: link?.userId ?? nobody })
  const hasOne = await hasPassword(db, link?.userId ?? nobody)
  const channel = link && link.contactId === person?.phoneId ? 'sms' : 'email'
  return {
    person,
    channel,
    // Not the person that a made-up link names: it would use up theirs, and bring them nothing.
    key: link?.userId ?? uuidFrom(keyring, `link of ${path.uuid}`),
    find: (isKnownBrowser) =>
      link && grantAgain(config, person, { link, hasPassword: hasOne, isKnownBrowser }),
  }
}
