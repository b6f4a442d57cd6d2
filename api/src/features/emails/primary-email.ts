/**
 * Makes a verified address of the caller the sign-in address, after a fresh proof of the account. The former address gets
 * a link that reverts the change (docs/decisions/contacts.md).
 */

import { wrongPasswordSentence } from '@foyer/contract/errors'
import type { putEmail } from '@foyer/contract/profile/emails'
import type { Given } from '@foyer/contract/routes/route'
import { freshAuthSeconds, revertLinkSeconds } from '@foyer/contract/shared-values'
import { checkOwnPassword } from '../../identity/sessions/attempt-password.ts'
import { findTimeZone } from '../../identity/sessions/known-browsers.ts'
import { findOpenSession, isFreshSession } from '../../identity/sessions/sessions.ts'
import type { Challenge } from '../../identity/tokens/otp-challenges.ts'
import { createRevertLink } from '../../identity/tokens/revert-links.ts'
import { usableContact } from '../../identity/users/contacts.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { findOwnEmail, makePrimary, type OwnEmail } from '../../identity/users/own-emails.ts'
import { lockContacts } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'
import { type AlreadyUsed, alreadyUsed, attemptOwnCode } from '../accounts/attempt-code.ts'
import { consumeOwnCode } from '../accounts/consume-code.ts'
import { proveFirstContact } from '../accounts/first-contact-proof.ts'
import type { OwnRequest } from './email-code.ts'
import { asListed, type ListedEmail } from './own-emails.ts'

type Request = OwnRequest & {
  counted: readonly string[]
  warn(message: string, details: Record<string, number>): void
}
type Proof = NonNullable<Given<typeof putEmail>['body']['proof']>

export async function changePrimary(
  services: Services,
  { params: { id }, body: { proof } }: Given<typeof putEmail>,
  request: Request,
): Promise<ListedEmail> {
  const { db } = services
  const { userId, sessionId } = request.caller
  const email = await findOwnEmail(db, { userId, id })
  if (!email) throw new Failure('not-found')
  if (email.provenance !== 'verified') throw new Failure('invalid-request', { fields: notVerified })
  if (email.isPrimary) return asListed(email)
  if (await isFreshSession(db, sessionId, freshAuthSeconds)) return inOne(services, id, request)
  if (!proof) throw new Failure('sign-in-again')
  if (proof.password === undefined) return byCode(services, id, proof, request)
  if ((await checkOwnPassword(services, proof.password, request)) === null) {
    const fields = { password: wrongPasswordSentence }
    throw new Failure('wrong-credentials', { detail: wrongPasswordSentence, fields })
  }
  return inOne(services, id, request)
}

const notVerified = { isPrimary: 'Verify this address first' }

function inOne(services: Services, id: string, request: Request): Promise<ListedEmail> {
  return services.db.transaction().execute((trx) => change(services, trx, id, request))
}

async function byCode(
  services: Services,
  id: string,
  { token = '', otp: code = '' }: Proof,
  request: Request,
): Promise<ListedEmail> {
  const attempted = { purpose: 'email_change', token, code } as const
  const { changed } = await attemptOwnCode(services, request, attempted, (challenge) =>
    changeByCode(services, challenge, id, request),
  )
  return changed
}

/** Rows are locked in the order of a sign-in: the code, then the user. */
async function changeByCode(
  services: Services,
  challenge: Challenge,
  id: string,
  request: Request,
): Promise<{ kind: 'opened'; changed: ListedEmail } | AlreadyUsed | null> {
  const { caller, requestContext, browser } = request
  return services.db.transaction().execute(async (trx) => {
    const user = await consumeOwnCode(trx, challenge, caller)
    const contact = usableContact(user, { id: challenge.contactId }, true)
    if (!user || contact?.channel !== 'email') return alreadyUsed
    const proof = { user, contact, browser, isOwnSession: true, requestContext } as const
    await proveFirstContact(trx, services.outbox, proof)
    return { kind: 'opened', changed: await change(services, trx, id, request) }
  })
}

async function change(services: Services, trx: Db, id: string, request: OwnRequest): Promise<ListedEmail> {
  const { caller, requestContext } = request
  const { userId, sessionId, platform } = caller
  await lockContacts(trx, userId)
  if (!(await findOpenSession(trx, sessionId))) throw new Failure('session-ended')
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
