/** Sets a password by a link: uses the link up, proves its contact, and ends everything that the old password opened. */

import { type Platform, platformRow } from '@foyer/contract/platforms'
import type { resetPassword } from '@foyer/contract/routes/password-links'
import type { Result } from '@foyer/contract/routes/route'
import type { Session } from '@foyer/contract/routes/sign-in'
import { hasPassword, storePassword } from '../../identity/credentials/credentials.ts'
import { refuseWeakPassword } from '../../identity/credentials/password-rules.ts'
import { endAllSessions } from '../../identity/sessions/end-session.ts'
import { issueSession } from '../../identity/sessions/issue-tokens.ts'
import {
  findTimeZone,
  forgetKnownBrowsers,
  listBrowserIds,
  rememberBrowser,
} from '../../identity/sessions/known-browsers.ts'
import { type Opening, startSession } from '../../identity/sessions/start-session.ts'
import { clearUserLockouts } from '../../identity/sessions/user-lockouts.ts'
import { consumeToken } from '../../identity/tokens/one-time-tokens.ts'
import { endChallenges } from '../../identity/tokens/otp-challenges.ts'
import { endLinks, type LinkPath } from '../../identity/tokens/password-links.ts'
import type { UserContact } from '../../identity/users/contacts.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { addMembership } from '../../identity/users/memberships.ts'
import { deleteClaims } from '../../identity/users/own-contacts.ts'
import { lockContacts, lockUser, markUnproven } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'
import { type Proven, proveFirstContact } from '../accounts/first-contact-proof.ts'
import { noticeRecipient } from '../accounts/notice-recipient.ts'
import { queuePasswordNotice } from '../accounts/password-notice.ts'
import { type CheckedLink, checkLink, contactOfLink, type LinkRequest } from './check-link.ts'

/** Sets the password and returns the contact to sign in with. It opens no session. */
export async function setPassword(
  services: Services,
  path: LinkPath,
  password: string,
  request: LinkRequest,
): Promise<Result<typeof resetPassword>> {
  const { user, contact, platform } = await setByLink(services, path, password, request)
  const isByEmail = contact.channel === 'email' || platformRow(platform).form === 'email-password'
  return isByEmail ? { email: user.email, phoneNumber: null } : { email: null, phoneNumber: user.phoneNumber }
}

export async function setPasswordAndSignIn(
  services: Services,
  path: LinkPath,
  password: string,
  request: LinkRequest,
): Promise<Session> {
  const { user, opening } = await setByLink(services, path, password, request)
  if (!opening) throw new Failure('link-invalid')
  // The password is set. A user with a second factor still has to give it.
  if (opening.kind === 'refused') throw opening.error
  return issueSession(services, opening.session, user)
}

type PasswordSet = {
  user: User
  contact: UserContact
  platform: Platform
  opening: Opening | null
  endedSessions: string[]
  /** The browsers that were known until now. */
  browsers: Buffer[]
}

/** Sets a password by a link. Hashing and counting run outside the transaction: hashing would hold its locks. */
async function setByLink(
  services: Services,
  path: LinkPath,
  password: string,
  request: LinkRequest,
): Promise<PasswordSet> {
  const { db, keyring, config, hasher, accessTokens } = services
  const checked = await checkLink(services, path, request)
  const { user, link } = checked
  await refuseWeakPassword(password, {
    names: [user.firstName, user.lastName],
    emails: [user.email],
    provider: config.provider,
    platform: link.platform,
  })
  const hash = await hasher.hash(password)
  const set = await db.transaction().execute((trx) => replacePassword(services, trx, checked, hash, request))
  if (!set) {
    // Another request has used the link, or the link has expired. The second check throws the error for that.
    await checkLink(services, path, request)
    throw new Failure('link-invalid')
  }
  for (const id of set.endedSessions) accessTokens.forget(id)
  await clearUserLockouts(db, keyring, user.id, { browsers: set.browsers })
  return set
}

/**
 * Returns null if the link is not valid any more. Rows are locked in the order of a sign-in: the codes, the password, the
 * browsers, the user. The session of a concurrent sign-in with the old password either ends here or is never opened.
 */
async function replacePassword(
  services: Services,
  trx: Db,
  { link, isKnownBrowser }: CheckedLink,
  hash: string,
  { requestContext, browser }: LinkRequest,
): Promise<PasswordSet | null> {
  const { userId, platform, purpose } = link
  // An attacker may have requested codes. Codes are locked first, as in a sign-in by code.
  await endChallenges(trx, userId)
  await lockContacts(trx, userId)
  if (!(await consumeToken(trx, { id: link.id }).executeTakeFirst())) return null
  const found = await findUser(trx, { id: userId })
  const contact = contactOfLink(link, found, isKnownBrowser)
  if (!found || !contact) return null

  const browsers = await listBrowserIds(trx, userId)
  // The user of the link has read the mail or SMS, so the time zone of the browser is used if no other is known.
  const timeZone = (await findTimeZone(trx, { userId })) ?? requestContext.timeZone
  const proven = link.isShown
    ? await leaveUnproven(trx, found, contact)
    : await proveFirstContact(trx, services.outbox, { user: found, contact, browser, requestContext })
  const { user } = proven
  // An attacker may have added addresses, to make one of them the sign-in address.
  await deleteClaims(trx, userId)
  const isFirst = purpose !== 'reset' && !(await hasPassword(trx, userId))
  await storePassword(trx, { userId, hash, provenance: link.isShown ? 'self_unverified' : 'verified' })
  await forgetKnownBrowsers(trx, userId)
  await lockUser(trx, userId)
  const ended = await endAllSessions(trx, services.outbox, { userId, reason: 'password-reset' })
  const invitations = await endLinks(trx, { userId })
  const joins = invitations.flatMap(({ contactId, joins }) =>
    contactId === contact.id && !link.isShown ? [joins] : [],
  )
  for (const joined of new Set([link.joins, ...joins])) {
    if (!joined) continue
    await addMembership(trx, { userId, platform: joined as Platform, provenance: 'invited' })
    await recordEvent(trx, {
      event: 'membership-added',
      requestContext,
      userId,
      platform: joined as Platform,
    })
  }
  if (!isFirst) {
    // An unproven address gets no notice. The SMS is not counted, because it follows a link that was counted.
    const isMailed = contact.channel === 'email' || user.emailProvenance === 'verified'
    const recipient = noticeRecipient(services, user, { isMailed })
    await queuePasswordNotice(services.outbox, trx, recipient, {
      user,
      platform,
      device: requestContext.deviceLabel,
      timeZone,
    })
  }
  const event = isFirst ? 'password-created' : 'password-reset'
  const details = { purpose, medium: contact.channel, endedSessions: ended.length }
  await recordEvent(trx, { event, requestContext, userId, platform, details })

  const start = { user, platform, amr: ['pwd'], requestContext, browser, mayNotify: false }
  const opening =
    purpose === 'beta'
      ? await startSession(trx, services, {
          ...start,
          browserId: await rememberBrowser(trx, browser, userId),
        })
      : null
  return {
    user,
    contact,
    platform,
    opening,
    endedSessions: [...proven.endedSessions, ...ended],
    browsers,
  }
}

/**
 * Marks an invited address as unproven, as after a sign-up: the link was shown to an operator, so its user may not be the
 * owner of the mailbox. The first proof by the owner then removes the password.
 */
async function leaveUnproven(trx: Db, user: User, { id }: UserContact): Promise<Proven> {
  await markUnproven(trx, id)
  return {
    user: { ...user, emailProvenance: 'self_unverified' },
    endedSessions: [],
    hasLostPassword: false,
  }
}
