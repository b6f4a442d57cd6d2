/**
 * Makes a verified contact of the caller the primary one of its channel. A former sign-in address gets a link that reverts
 * the change (docs/decisions/contacts.md).
 */
import { revertLinkSeconds } from '@foyer/contract/shared-values'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { findTimeZone } from '../../identity/sessions/known-browsers.ts'
import { createRevertLink } from '../../identity/tokens/revert-links.ts'
import { mayBelongToAnother } from '../../identity/users/contacts.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { findOwnContact, makePrimary, type OwnContact } from '../../identity/users/own-contacts.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'
import type { OwnRequest } from './contact-code.ts'
import { kinds } from './contact-kinds.ts'
import { countPhoneChange, notifyOfPrimaryNumber } from './contact-notices.ts'

type Sought = Pick<OwnContact, 'channel' | 'id'>

export async function changePrimary(
  services: Services,
  sought: Sought,
  request: OwnRequest,
): Promise<OwnContact> {
  const { db } = services
  const { caller } = request
  const contact = await findOwnContact(db, { userId: caller.userId, ...sought })
  if (!contact) throw new Failure('not-found')
  if (contact.provenance !== 'verified')
    throw new Failure('invalid-request', { fields: notVerified[contact.channel] })
  if (contact.isPrimary) return contact
  await countPhoneChange(services, caller, contact)
  return changeAsUser(services, caller, (trx) => change(services, trx, sought, request))
}

const notVerified = {
  email: { isPrimary: 'Verify this address first' },
  sms: { isPrimary: 'Verify this number first' },
}
const unprovenEmail = 'Verify your email address first. Until then it may belong to another person.'

async function change(services: Services, trx: Db, sought: Sought, request: OwnRequest): Promise<OwnContact> {
  const { caller, requestContext } = request
  const { userId, sessionId, platform } = caller
  const user = await findUser(trx, { id: userId })
  const contact = await findOwnContact(trx, { userId, ...sought })
  // A concurrent request has removed or changed the contact.
  if (!user || contact?.provenance !== 'verified') throw new Failure('not-found')
  if (contact.isPrimary) return contact
  const { channel } = contact
  if (channel === 'sms' && isBesideUnprovenEmail(user))
    throw new Failure('invalid-request', { detail: unprovenEmail })
  const former = await makePrimary(trx, userId, contact)
  const event = kinds[channel].events.changed
  await recordEvent(trx, { event, requestContext, userId, sessionId, platform })
  if (channel === 'sms') await notifyOfPrimaryNumber(services, trx, { former, contact, user, request })
  else if (former) await notifyFormerAddress(services, trx, { former, contact, user, request })
  return { ...contact, isPrimary: true }
}

/**
 * Returns whether a proven primary number would keep the owner of the account's email from proving it: the email may belong to
 * another person, whom the account must not lock out.
 */
export function isBesideUnprovenEmail(user: User): boolean {
  return user.email !== null && mayBelongToAnother({ ...user, phoneProvenance: 'verified' }, 'email')
}

async function notifyFormerAddress(
  { outbox, config }: Services,
  trx: Db,
  {
    former,
    contact,
    user,
    request,
  }: { former: OwnContact; contact: OwnContact; user: User; request: OwnRequest },
): Promise<void> {
  const { caller, requestContext } = request
  const { userId, platform } = caller
  const token = await createRevertLink(trx, { userId, formerId: former.id, newId: contact.id, platform })
  const values = {
    firstName: former.provenance === 'verified' ? user.firstName : '',
    platform,
    email: contact.to,
    link: `${config.baseUrl}/revert-email/${token}?platform=${platform}`,
    days: revertLinkSeconds / 86_400,
    device: requestContext.deviceLabel,
    at: new Date(),
    timeZone: (await findTimeZone(trx, { userId })) ?? requestContext.timeZone,
  }
  await outbox.queue(trx, { template: 'email-changed', channel: 'email', to: former.to, values })
}
