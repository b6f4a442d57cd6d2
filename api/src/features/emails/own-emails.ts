/** Lists, adds and removes the caller's own email addresses. */

import { errorSentence } from '@foyer/contract/errors'
import { noEmail } from '@foyer/contract/fields'
import type { addEmail, listEmails } from '@foyer/contract/profile/emails'
import type { Given, Result } from '@foyer/contract/routes/route'
import { emailsMax } from '@foyer/contract/shared-values'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { findRevertEnd } from '../../identity/tokens/revert-links.ts'
import { newEmailFault } from '../../identity/users/email-rules.ts'
import { emailKey, readEmail } from '../../identity/users/identifier.ts'
import {
  addClaim,
  deleteOwnEmail,
  findOwnEmail,
  listOwnEmails,
  type OwnEmail,
} from '../../identity/users/own-emails.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { pageOf } from '../../kernel/limits/list-paging.ts'
import type { Services } from '../../services.ts'
import { type OwnRequest, sendEmailCode } from './email-code.ts'

export type ListedEmail = Result<typeof listEmails>['items'][number]

export function asListed({ id, address, isPrimary, provenance, createdAt }: OwnEmail): ListedEmail {
  const isVerified = provenance === 'verified'
  return { id, email: address, isPrimary, isVerified, createdAt: createdAt.toISOString() }
}

export async function listOwn(
  { db }: Services,
  { userId }: Caller,
  query: Given<typeof listEmails>['query'],
): Promise<Result<typeof listEmails>> {
  return pageOf((await listOwnEmails(db, userId)).map(asListed), query)
}

export async function addOwn(
  services: Services,
  typed: string,
  request: OwnRequest,
): Promise<Result<typeof addEmail>> {
  const { caller, requestContext } = request
  const { userId, sessionId, platform } = caller
  const fault = newEmailFault(typed)
  const contact = readEmail(typed)
  if (fault || !contact) throw new Failure('invalid-request', { fields: { email: fault ?? noEmail } })
  const claim = await changeAsUser(services, caller, async (trx) => {
    const own = await listOwnEmails(trx, userId)
    const same = own.find(({ address }) => emailKey(address) === contact.key)
    if (same?.provenance) throw atField('entry-exists')
    if (same) return same
    if (own.length >= emailsMax) throw atField('list-full')
    await recordEvent(trx, { event: 'email-added', requestContext, userId, sessionId, platform })
    return addClaim(trx, userId, contact)
  })
  return { ...asListed(claim), challenge: await sendEmailCode(services, claim, request) }
}

function atField(code: 'entry-exists' | 'list-full'): Failure {
  return new Failure(code, { fields: { email: errorSentence(code) } })
}

export async function removeOwn(
  services: Services,
  id: string,
  { caller, requestContext }: OwnRequest,
): Promise<undefined> {
  const { userId, sessionId, platform } = caller
  await changeAsUser(services, caller, async (trx) => {
    const email = await findOwnEmail(trx, { userId, id })
    if (!email) throw new Failure('not-found')
    await refuseNeeded(trx, userId, email)
    await deleteOwnEmail(trx, { userId, id })
    const details = { isVerified: email.provenance === 'verified' }
    await recordEvent(trx, { event: 'email-removed', requestContext, userId, sessionId, platform, details })
  })
  return undefined
}

/** Refuses to remove the sign-in address, the last verified address, and an address that can revert a change. */
async function refuseNeeded(trx: Db, userId: string, email: OwnEmail): Promise<void> {
  if (email.isPrimary) throw new Failure('last-email')
  if (email.provenance === null) return
  const others = (await listOwnEmails(trx, userId)).filter(({ id }) => id !== email.id)
  if (email.provenance === 'verified' && !others.some(({ provenance }) => provenance === 'verified'))
    throw new Failure('last-email', { detail: lastVerified })
  if (await findRevertEnd(trx, { userId, emailId: email.id }))
    throw new Failure('last-email', { detail: formerAddress })
}

const lastVerified = 'This is your only verified email address. Verify another one first, then remove it.'
const formerAddress =
  'This was your sign-in address until a few days ago. It can undo the change for 7 days, and can be removed after that.'
