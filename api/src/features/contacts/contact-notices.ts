/**
 * Notifies a user of a change of their contacts, in case an attacker did it: at the verified sign-in address, or by SMS where
 * the account has only a phone number. A number that was replaced or removed is notified too.
 */

import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { findTimeZone } from '../../identity/sessions/known-browsers.ts'
import type { User } from '../../identity/users/find-user.ts'
import { formatNumber } from '../../identity/users/identifier.ts'
import type { OwnContact } from '../../identity/users/own-contacts.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { countAttempts } from '../../kernel/limits/rate-limit.ts'
import type { Window } from '../../kernel/limits/request-limits.ts'
import { isTextable } from '../../messages/sms-limit.ts'
import type { Services } from '../../services.ts'
import type { OwnRequest } from './contact-code.ts'

type Recipient = Pick<OwnContact, 'channel' | 'to'>

type Change = { user: User; contact: OwnContact; request: OwnRequest }

/** Limits how often a user changes numbers, because each change sends text messages. */
const changesPerUser: Window = { max: 10, windowSeconds: 86_400 }

/** Counts a change or a removal of a verified number. Call it before the transaction of the change. */
export async function countPhoneChange(
  { db, keyring, config }: Services,
  { userId }: Caller,
  { channel, provenance }: OwnContact,
): Promise<void> {
  if (channel !== 'sms' || provenance !== 'verified') return
  const key = `phone-changes:${keyring.lastingMac('phone changes', userId).toString('base64url')}`
  await countAttempts(db, [{ key, ...changesPerUser }], config.limitsFactor)
}

/** Notifies the user that a proven contact was added. `user` has the contacts from before the proof. */
export async function notifyOfProof(services: Services, trx: Db, change: Change): Promise<void> {
  const { channel, to } = change.contact
  const values = await occurrenceOf(trx, change)
  for (const { firstName, ...recipient } of accountOf(services, change.user))
    await (channel === 'email'
      ? services.outbox.queue(trx, {
          template: 'email-added',
          ...recipient,
          values: { ...values, firstName, email: to },
        })
      : services.outbox.queue(trx, {
          template: 'phone-added',
          ...recipient,
          values: { ...values, firstName, phoneNumber: formatNumber(to) },
        }))
}

/** Notifies the user and the former number that another number is the primary one. */
export async function notifyOfPrimaryNumber(
  services: Services,
  trx: Db,
  { former, ...change }: Change & { former: OwnContact | null },
): Promise<void> {
  const values = { ...(await occurrenceOf(trx, change)), phoneNumber: formatNumber(change.contact.to) }
  for (const { firstName, ...recipient } of recipientsOf(services, change.user, former))
    await services.outbox.queue(trx, {
      template: 'phone-changed',
      ...recipient,
      values: { ...values, firstName },
    })
}

/** Notifies the user and the removed number. The removal of an email sends no notice: it was not the sign-in address. */
export async function notifyOfRemoval(services: Services, trx: Db, change: Change): Promise<void> {
  const { contact, user } = change
  if (contact.channel !== 'sms') return
  const values = { ...(await occurrenceOf(trx, change)), phoneNumber: formatNumber(contact.to) }
  for (const { firstName, ...recipient } of recipientsOf(services, user, contact))
    await services.outbox.queue(trx, {
      template: 'phone-removed',
      ...recipient,
      values: { ...values, firstName },
    })
}

async function occurrenceOf(trx: Db, { user, request }: Change) {
  const { caller, requestContext } = request
  return {
    platform: caller.platform,
    device: requestContext.deviceLabel,
    at: new Date(),
    timeZone: (await findTimeZone(trx, { userId: user.id })) ?? requestContext.timeZone,
  }
}

/** Returns the contact that speaks for the account; none if no primary contact is verified. */
function accountOf(services: Services, user: User): (Recipient & { firstName: string })[] {
  const { email, emailProvenance, phoneNumber, phoneProvenance, firstName } = user
  if (email && emailProvenance === 'verified') return [{ channel: 'email', to: email, firstName }]
  if (!phoneNumber || phoneProvenance !== 'verified' || !canText(services, phoneNumber)) return []
  return [{ channel: 'sms', to: phoneNumber, firstName }]
}

/** Returns the contact of the account, and the number that a change has replaced or removed. */
function recipientsOf(
  services: Services,
  user: User,
  former: OwnContact | null,
): (Recipient & { firstName: string })[] {
  const account = accountOf(services, user)
  const isTold = former === null || account.some(({ to }) => to === former.to)
  if (isTold || former.provenance !== 'verified' || !canText(services, former.to)) return account
  return [...account, { channel: 'sms', to: former.to, firstName: user.firstName }]
}

function canText({ config, outbox }: Services, number: string): boolean {
  return outbox.canSend('sms') && isTextable(config, number)
}
