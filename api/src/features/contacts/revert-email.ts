/**
 * Reverts a change of the sign-in address, by the link that the former address got. An attacker who knew the password may have
 * made the change: afterwards no session, password, address or number of the attacker opens the account.
 */
import type { checkEmailRevert, revertEmail } from '@foyer/contract/profile/emails'
import type { Result } from '@foyer/contract/routes/route'
import { deletePassword } from '../../identity/credentials/credentials.ts'
import { endAllSessions } from '../../identity/sessions/end-session.ts'
import { findTimeZone, forgetKnownBrowsers, listBrowserIds } from '../../identity/sessions/known-browsers.ts'
import { clearUserLockouts } from '../../identity/sessions/user-lockouts.ts'
import { consumeToken } from '../../identity/tokens/one-time-tokens.ts'
import { endChallenges } from '../../identity/tokens/otp-challenges.ts'
import { createLink, endLinks, linkUrl } from '../../identity/tokens/password-links.ts'
import {
  endLaterRevertLinks,
  findRevertEnd,
  findRevertLink,
  type RevertLink,
} from '../../identity/tokens/revert-links.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { removeIdentities } from '../../identity/users/identities.ts'
import {
  deleteOwnContact,
  distrustContactsSince,
  findOwnContact,
  makePrimary,
  type OwnContact,
} from '../../identity/users/own-contacts.ts'
import { lockContacts, lockUser } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import { maskRecipient } from '../../messages/payload.ts'
import type { Services } from '../../services.ts'

/** Returns the change without reverting it, because mail scanners and previews open links too. */
export async function checkRevert({ db }: Services, token: string): Promise<Result<typeof checkEmailRevert>> {
  const { link, former, added } = await findChange(db, token)
  return {
    email: maskRecipient(former.to),
    newEmail: added ? maskRecipient(added.to) : null,
    changedAt: link.changedAt.toISOString(),
    platform: link.platform,
  }
}

type Change = { link: RevertLink; former: OwnContact; added: OwnContact | undefined }

/** Finds the change of a link. Throws for a link that cannot revert a change. */
async function findChange(db: Db, token: string): Promise<Change> {
  const link = await findRevertLink(db, token)
  if (!link) throw new Failure('link-invalid')
  if (link.state === 'used') throw new Failure('link-used')
  if (link.state === 'expired') throw new Failure('link-expired')
  const { userId } = link
  const user = await findUser(db, { id: userId })
  const former = await findOwnContact(db, { userId, channel: 'email', id: link.formerId })
  if (!user || user.isDisabled || !former) throw new Failure('link-invalid')
  return { link, former, added: await findOwnContact(db, { userId, channel: 'email', id: link.newId }) }
}

export async function revert(
  services: Services,
  token: string,
  requestContext: RequestContext,
): Promise<Result<typeof revertEmail>> {
  const { db, keyring, accessTokens } = services
  const change = await findChange(db, token)
  const reverted = await db
    .transaction()
    .execute((trx) => revertChange(services, trx, change, requestContext))
  if (!reverted) {
    // Another request has used the link: the second check throws the error for a used link.
    await findChange(db, token)
    throw new Failure('link-invalid')
  }
  for (const id of reverted.ended) accessTokens.forget(id)
  await clearUserLockouts(db, keyring, change.link.userId, { browsers: reverted.browsers })
  return { resetPath: reverted.resetPath }
}

/** Rows are locked in the order of a sign-in: the codes, the user, the password, the browsers. */
async function revertChange(
  { keyring, outbox }: Services,
  trx: Db,
  { link, former, added }: Change,
  requestContext: RequestContext,
): Promise<{ ended: string[]; browsers: Buffer[]; resetPath: string } | null> {
  const { userId, platform, changedAt } = link
  await endChallenges(trx, userId)
  await lockContacts(trx, userId)
  if (!(await consumeToken(trx, { id: link.id }).executeTakeFirst())) return null
  const browsers = await listBrowserIds(trx, userId)
  const timeZone = (await findTimeZone(trx, { userId })) ?? requestContext.timeZone
  await deletePassword(trx, userId)
  // An attacker may have linked an account before the change. The user's own account is linked again at its next sign-in.
  await removeIdentities(trx, userId)
  await forgetKnownBrowsers(trx, userId)
  await lockUser(trx, userId)
  const last = await makePrimary(trx, userId, former)
  await endLaterRevertLinks(trx, { userId, id: link.id })
  // An address that the link of an earlier change can restore stays.
  for (const id of new Set([link.newId, last?.id ?? link.newId]))
    if (id !== former.id && !(await findRevertEnd(trx, { userId, emailId: id })))
      await deleteOwnContact(trx, { userId, channel: 'email', id })
  await distrustContactsSince(trx, { userId, since: changedAt, keptId: former.id })
  await endLinks(trx, { userId })
  const ended = await endAllSessions(trx, outbox, { userId, reason: 'email-reverted' })
  const resetLink = { purpose: 'reset', userId, contactId: former.id, platform, joins: null } as const
  const path = await createLink(trx, keyring, resetLink)
  const details = { endedSessions: ended.length }
  await recordEvent(trx, { event: 'email-reverted', requestContext, userId, platform, details })
  if (added) {
    const email = maskRecipient(former.to)
    const { deviceLabel: device } = requestContext
    const values = { firstName: '', platform, email, device, at: new Date(), timeZone }
    await outbox.queue(trx, { template: 'email-reverted', channel: 'email', to: added.to, values })
  }
  return { ended, browsers, resetPath: linkUrl('', path, platform) }
}
