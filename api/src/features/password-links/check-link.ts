/** Checks a link that sets a password without using it up: mail scanners and previews open links too. */
import { platformRow } from '@foyer/contract/platforms'
import type { LinkOwner } from '@foyer/contract/routes/password-links'
import { findKnownBrowser } from '../../identity/sessions/known-browsers.ts'
import { findLink, type Link, type LinkPath } from '../../identity/tokens/password-links.ts'
import { type UserContact, usableContact } from '../../identity/users/contacts.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { unknownUserId } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { Failure } from '../../kernel/failure.ts'
import { countAttempts } from '../../kernel/limits/rate-limit.ts'
import type { Window } from '../../kernel/limits/request-limits.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import { maskRecipient } from '../../messages/payload.ts'
import type { Services } from '../../services.ts'

/** Limits the wrong links that name one user. A right link is never refused. */
const wrongLinksPerUser: Window = { max: 10, windowSeconds: 3_600 }

export type LinkRequest = { requestContext: RequestContext; browser: Browser }

export type CheckedLink = {
  link: Link
  user: User
  contact: UserContact
  isKnownBrowser: boolean
  /** The masked contact that any holder of the link may see. */
  owner: LinkOwner
}

/**
 * Throws `link-expired` or `link-used` with the masked contact of its owner for a link that Foyer sent, and `link-invalid` for
 * any other link. Only invalid links count under the limit of the user whom they name, so an attacker cannot block a valid
 * link.
 */
export async function checkLink(
  services: Services,
  path: LinkPath,
  { requestContext, browser }: LinkRequest,
): Promise<CheckedLink> {
  const { db, keyring } = services
  const link = await findLink(db, keyring, path)
  if (!link) await countWrongLink(services, path)
  const user = await findUser(db, { id: link?.userId ?? unknownUserId })
  const isKnownBrowser = await isKnown(services, link, browser)
  const contact = link && contactOfLink(link, user, isKnownBrowser)
  if (!link || !user || !contact) throw await refusal('link-invalid')
  const masked = maskRecipient(contact.to)
  if (link.state === 'used') throw await refusal('link-used', masked)
  if (link.state === 'expired') throw await refusal('link-expired', masked)

  const { product } = platformRow(link.platform)
  const owner = {
    email: contact.channel === 'email' ? masked : null,
    phoneNumber: contact.channel === 'sms' ? masked : null,
    product,
    platform: link.platform,
  }
  return { link, user, contact, isKnownBrowser, owner }

  async function refusal(
    code: 'link-used' | 'link-expired' | 'link-invalid',
    account?: string,
  ): Promise<Failure> {
    const details = { purpose: path.purpose, why: code }
    await recordEvent(db, {
      event: 'password-link-refused',
      requestContext,
      userId: link?.userId ?? null,
      details,
    })
    return new Failure(code, account === undefined ? {} : { fields: { account } })
  }
}

/**
 * Returns the contact that a link was sent to, if the contact still belongs to the user and the link may prove it. Returns
 * null for a user who is disabled or could not sign in with the link. A link that was shown to an operator is valid until the
 * owner of the mailbox proves it, because the user of such a link may be another person.
 */
export function contactOfLink(
  { contactId, purpose, joins, platform, isShown, state }: Link,
  user: User | undefined,
  isKnownBrowser: boolean,
): UserContact | null {
  if (!user) return null
  if (isShown && state !== 'used' && user.emailProvenance !== 'invited') return null
  if (purpose === 'beta' && !joins && !user.platforms.includes(platform)) return null
  return usableContact(user, { id: contactId }, isKnownBrowser)
}

async function isKnown({ db }: Services, link: Link | null, browser: Browser): Promise<boolean> {
  return (await findKnownBrowser(db, { browser, userId: link?.userId ?? null })) !== null
}

async function countWrongLink({ db, keyring, config }: Services, { uuid }: LinkPath): Promise<void> {
  const key = `wrong-links:${keyring.lastingMac('wrong links', uuid).toString('base64url')}`
  await countAttempts(db, [{ key, ...wrongLinksPerUser }], config.limitsFactor)
}
