/**
 * Makes a verified address of the caller the sign-in address. The former address gets a link that reverts the change
 * (docs/decisions/contacts.md).
 */
import { revertLinkSeconds } from '@foyer/contract/shared-values'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { findTimeZone } from '../../identity/sessions/known-browsers.ts'
import { createRevertLink } from '../../identity/tokens/revert-links.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { findOwnEmail, makePrimary, type OwnEmail } from '../../identity/users/own-emails.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'
import type { OwnRequest } from './email-code.ts'
import { asListed, type ListedEmail } from './own-emails.ts'

export async function changePrimary(
  services: Services,
  id: string,
  request: OwnRequest,
): Promise<ListedEmail> {
  const { db } = services
  const email = await findOwnEmail(db, { userId: request.caller.userId, id })
  if (!email) throw new Failure('not-found')
  if (email.provenance !== 'verified') throw new Failure('invalid-request', { fields: notVerified })
  if (email.isPrimary) return asListed(email)
  return changeAsUser(services, request.caller, (trx) => change(services, trx, id, request))
}

const notVerified = { isPrimary: 'Verify this address first' }

async function change(services: Services, trx: Db, id: string, request: OwnRequest): Promise<ListedEmail> {
  const { caller, requestContext } = request
  const { userId, sessionId, platform } = caller
  const user = await findUser(trx, { id: userId })
  const email = await findOwnEmail(trx, { userId, id })
  // A concurrent request has removed or changed the address.
  if (!user || email?.provenance !== 'verified') throw new Failure('not-found')
  if (email.isPrimary) return asListed(email)
  const former = await makePrimary(trx, userId, id)
  await recordEvent(trx, { event: 'email-changed', requestContext, userId, sessionId, platform })
  if (former) await notifyFormer(services, trx, { former, email, user, request })
  return asListed({ ...email, isPrimary: true })
}

async function notifyFormer(
  { outbox, config }: Services,
  trx: Db,
  { former, email, user, request }: { former: OwnEmail; email: OwnEmail; user: User; request: OwnRequest },
): Promise<void> {
  const { caller, requestContext } = request
  const { userId, platform } = caller
  const token = await createRevertLink(trx, { userId, formerId: former.id, newId: email.id, platform })
  const values = {
    firstName: former.provenance === 'verified' ? user.firstName : '',
    platform,
    email: email.address,
    link: `${config.baseUrl}/revert-email/${token}?platform=${platform}`,
    days: revertLinkSeconds / 86_400,
    device: requestContext.deviceLabel,
    at: new Date(),
    timeZone: (await findTimeZone(trx, { userId })) ?? requestContext.timeZone,
  }
  await outbox.queue(trx, { template: 'email-changed', channel: 'email', to: former.address, values })
}
