/** Lists, adds and removes the caller's own emails and phone numbers. */

import type { Channel } from '@foyer/contract/contact'
import { errorSentence } from '@foyer/contract/errors'
import { noEmail, noPhone } from '@foyer/contract/fields'
import type { OwnEmail } from '@foyer/contract/profile/emails'
import type { OwnPhone } from '@foyer/contract/profile/phones'
import { contactsMax } from '@foyer/contract/shared-values'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { findRevertEnd } from '../../identity/tokens/revert-links.ts'
import { newEmailFault } from '../../identity/users/email-rules.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { formatNumber, readEmail, requireContact } from '../../identity/users/identifier.ts'
import {
  addClaim,
  deleteOwnContact,
  findOwnContact,
  listOwnContacts,
  type NewContact,
  type OwnContact,
} from '../../identity/users/own-contacts.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'
import { type ContactChallenge, type OwnRequest, requireTextable, sendContactCode } from './contact-code.ts'
import { kinds } from './contact-kinds.ts'
import { countPhoneChange, notifyOfRemoval } from './contact-notices.ts'

export function asEmail({ to, ...contact }: OwnContact): OwnEmail {
  return { ...factsOf(contact), email: to }
}

export function asPhone({ to, ...contact }: OwnContact): OwnPhone {
  return { ...factsOf(contact), phoneNumber: to, formatted: formatNumber(to) }
}

function factsOf({ id, isPrimary, provenance, createdAt }: Omit<OwnContact, 'to'>) {
  return { id, isPrimary, isVerified: provenance === 'verified', createdAt: createdAt.toISOString() }
}

export async function listOwn({ db }: Services, { userId }: Caller, channel: Channel): Promise<OwnContact[]> {
  return (await listOwnContacts(db, userId)).filter((contact) => contact.channel === channel)
}

/** Reads a new address; throws at its field if it is no address, or one that looks like another. */
export function readNewEmail(typed: string): NewContact {
  const fault = newEmailFault(typed)
  const contact = readEmail(typed)
  if (fault || !contact) throw new Failure('invalid-request', { fields: { email: fault ?? noEmail } })
  return contact
}

/** Reads a new number; throws at its field, or at the country if that is missing or wrong. */
export function readNewPhone(typed: string, countryCode: string | undefined): NewContact {
  const contact = requireContact(typed, { field: 'phoneNumber', countryCode })
  if (contact.channel !== 'sms') throw new Failure('invalid-request', { fields: { phoneNumber: noPhone } })
  return contact
}

export async function addOwn(
  services: Services,
  contact: NewContact,
  request: OwnRequest,
): Promise<{ added: OwnContact; challenge: ContactChallenge }> {
  const { caller, requestContext } = request
  const { userId, sessionId, platform } = caller
  const { channel } = contact
  const { events, field, keyOf } = kinds[channel]
  const atField = (code: 'entry-exists' | 'list-full') =>
    new Failure(code, { fields: { [field]: errorSentence(code) } })
  requireTextable(services, { channel, to: channel === 'sms' ? contact.number : contact.address })
  const added = await changeAsUser(services, caller, async (trx) => {
    const own = (await listOwnContacts(trx, userId)).filter((held) => held.channel === channel)
    const same = own.find(({ to }) => keyOf(to) === contact.key)
    if (same?.provenance) throw atField('entry-exists')
    if (same) return same
    if (own.length >= contactsMax) throw atField('list-full')
    await recordEvent(trx, { event: events.added, requestContext, userId, sessionId, platform })
    return addClaim(trx, userId, contact)
  })
  return { added, challenge: await sendContactCode(services, added, request) }
}

export async function removeOwn(
  services: Services,
  sought: Pick<OwnContact, 'channel' | 'id'>,
  request: OwnRequest,
): Promise<undefined> {
  const { caller, requestContext } = request
  const { userId, sessionId, platform } = caller
  const known = await findOwnContact(services.db, { userId, ...sought })
  if (!known) throw new Failure('not-found')
  await countPhoneChange(services, caller, known)
  await changeAsUser(services, caller, async (trx) => {
    const contact = await findOwnContact(trx, { userId, ...sought })
    if (!contact) throw new Failure('not-found')
    await refuseNeeded(trx, userId, contact)
    const user = await findUser(trx, { id: userId })
    await deleteOwnContact(trx, { userId, ...sought })
    const isVerified = contact.provenance === 'verified'
    const event = kinds[contact.channel].events.removed
    await recordEvent(trx, { event, requestContext, userId, sessionId, platform, details: { isVerified } })
    if (user && isVerified) await notifyOfRemoval(services, trx, { user, contact, request })
  })
  return undefined
}

/**
 * Refuses to remove the sign-in address, a primary number that another one can replace, the last verified contact, the last
 * primary one, and an address that can revert a change.
 */
async function refuseNeeded(trx: Db, userId: string, contact: OwnContact): Promise<void> {
  const { channel, id, isPrimary, provenance } = contact
  if (provenance === null) return
  const refuse = (detail?: string) => new Failure(kinds[channel].last, detail === undefined ? {} : { detail })
  if (isPrimary && channel === 'email') throw refuse()
  const others = (await listOwnContacts(trx, userId)).filter((other) => other.id !== id)
  const verified = others.filter((other) => other.provenance === 'verified')
  if (provenance === 'verified' && verified.length === 0) throw refuse(lastVerified[channel])
  if (isPrimary && verified.some((other) => other.channel === channel)) throw refuse(primaryNumber)
  if (isPrimary && !others.some((other) => other.isPrimary)) throw refuse(onlyPrimary)
  if (channel === 'email' && (await findRevertEnd(trx, { userId, emailId: id }))) throw refuse(formerAddress)
}

const lastVerified: Readonly<Record<Channel, string>> = {
  email: 'This is your only verified email address. Verify another one first, then remove it.',
  sms: errorSentence('last-phone'),
}
const primaryNumber = 'This is your primary number. Make another number primary first, then remove it.'
const onlyPrimary =
  'You sign in with this number. Make an email address your sign-in address first, then remove it.'
const formerAddress =
  'This was your sign-in address until a few days ago. It can undo the change for 7 days, and can be removed after that.'
