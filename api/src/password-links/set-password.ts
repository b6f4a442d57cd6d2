/** Using a link up: it proves the address it was sent to, sets the password, and ends whatever the old one opened. */

import { type Platform, platformRow } from '@foyer/contract/platforms'
import type { resetPassword } from '@foyer/contract/routes/password-links'
import type { Result } from '@foyer/contract/routes/route'
import type { Session } from '@foyer/contract/routes/sign-in'
import { endLinks, useLink } from '../accounts/one-time-tokens/one-time-tokens.ts'
import { endChallenges } from '../accounts/one-time-tokens/otp-challenges.ts'
import type { LinkPath } from '../accounts/one-time-tokens/password-links.ts'
import { hasPassword, storePassword } from '../accounts/passwords/credentials.ts'
import { passwordNoticeRecipient, queuePasswordNotice } from '../accounts/passwords/password-notice.ts'
import { refuseWeakPassword } from '../accounts/passwords/password-rules.ts'
import { endAllSessions } from '../accounts/sessions/end-session.ts'
import { issueSession } from '../accounts/sessions/issue-tokens.ts'
import { browsersOf, forgetDevices, rememberBrowser } from '../accounts/sessions/known-browsers.ts'
import type { OpenSession } from '../accounts/sessions/session-row.ts'
import { startSession } from '../accounts/sessions/start-session.ts'
import { proveFirstContact } from '../accounts/users/first-contact-proof.ts'
import { clearGuesses } from '../accounts/users/lockout.ts'
import { addMembership } from '../accounts/users/memberships.ts'
import { findPerson, lockContacts, lockPerson, type Person } from '../accounts/users/users.ts'
import { recordEvent } from '../audit.ts'
import type { Db } from '../db/connect.ts'
import { Failure } from '../failure.ts'
import type { Services } from '../services.ts'
import { type Checked, checkLink, contactOf, type LinkContact, type Visit } from './check-link.ts'

/** Answers what to sign in with: nobody is signed in by it. */
export async function setPassword(
  services: Services,
  path: LinkPath,
  password: string,
  visit: Visit,
): Promise<Result<typeof resetPassword>> {
  const { person, contact, platform } = await useLinkFor(services, path, password, visit)
  const isByEmail = contact.channel === 'email' || platformRow(platform).form === 'email-password'
  return isByEmail
    ? { email: person.email, phoneNumber: null }
    : { email: null, phoneNumber: person.phoneNumber }
}

export async function setPasswordAndEnter(
  services: Services,
  path: LinkPath,
  password: string,
  visit: Visit,
): Promise<Session> {
  const { person, session } = await useLinkFor(services, path, password, visit)
  if (!session) throw new Failure('link-invalid')
  return issueSession(services, session, person)
}

type Used = {
  person: Person
  contact: LinkContact
  platform: Platform
  session: OpenSession | null
  endedSessions: string[]
  /** In which they were known until now. */
  browsers: Buffer[]
}

/** Hashing inside the transaction would hold its locks; counters never run in one. */
async function useLinkFor(services: Services, path: LinkPath, password: string, visit: Visit): Promise<Used> {
  const { db, keyring, config, hasher, accessTokens } = services
  const checked = await checkLink(services, path, visit)
  const { person, link } = checked
  await refuseWeakPassword(password, {
    names: [person.firstName, person.lastName],
    emails: [person.email],
    brands: [config.provider, platformRow(link.platform).role],
  })
  const hash = await hasher.hash(password)
  const used = await db.transaction().execute((trx) => replacePassword(services, trx, checked, hash, visit))
  if (!used) {
    // Somebody else was faster, or it ran out meanwhile: said as to everybody who comes then.
    await checkLink(services, path, visit)
    throw new Failure('link-invalid')
  }
  for (const id of used.endedSessions) accessTokens.forget(id)
  await clearGuesses(db, keyring, person.id, { browsers: used.browsers })
  return used
}

/**
 * null where the link is not good any more. The rows are taken in the order in which a sign-in takes them: the code, the
 * password, the browsers, then the person. A sign-in with the old password either is ended here or finds the new one.
 */
async function replacePassword(
  services: Services,
  trx: Db,
  { link, isKnownBrowser }: Checked,
  hash: string,
  { requestContext, browser }: Visit,
): Promise<Used | null> {
  const { userId, platform, purpose } = link
  // What else was under way may have been begun by somebody else. Codes go first, as where one is used.
  await endChallenges(trx, userId)
  await lockContacts(trx, userId)
  if (!(await useLink(trx, link.id))) return null
  const found = await findPerson(trx, { id: userId })
  const contact = contactOf(link, found, isKnownBrowser)
  if (!found || !contact) return null

  const browsers = await browsersOf(trx, userId)
  const proven = await proveFirstContact(trx, { person: found, contact, browser, requestContext })
  const { person } = proven
  const isFirst = purpose !== 'reset' && !(await hasPassword(trx, userId))
  await storePassword(trx, { userId, hash, provenance: 'verified' })
  await forgetDevices(trx, userId)
  await lockPerson(trx, userId)
  const ended = await endAllSessions(trx, { userId, reason: 'password-reset' })
  const invitations = await endLinks(trx, userId)
  const joins = invitations.flatMap(({ contactId, joins }) => (contactId === contact.id ? [joins] : []))
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
    // Not to an address that nobody has proven. A text message is not counted: each follows a link that was.
    const isMailed = contact.channel === 'email' || person.emailProvenance === 'verified'
    const recipient = passwordNoticeRecipient(services, person, { isMailed })
    await queuePasswordNotice(services.outbox, trx, recipient, {
      person,
      platform,
      device: requestContext.deviceLabel,
    })
  }
  const event = isFirst ? 'password-created' : 'password-reset'
  const details = { purpose, medium: contact.channel, endedSessions: ended.length }
  await recordEvent(trx, { event, requestContext, userId, platform, details })

  const entered = { person, platform, amr: ['pwd'], requestContext, mayNotify: false }
  const session =
    purpose === 'beta'
      ? await startSession(trx, services.outbox, {
          ...entered,
          browserId: await rememberBrowser(trx, browser, userId),
        })
      : null
  return {
    person,
    contact,
    platform,
    session,
    endedSessions: [...proven.endedSessions, ...ended],
    browsers,
  }
}
