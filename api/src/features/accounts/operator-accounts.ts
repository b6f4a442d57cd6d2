/** Creates an account for an operator. The user is a member immediately, and sets a password by a link. */
import type { Platform } from '@foyer/contract/platforms'
import type { Kysely } from 'kysely'
import { createLink, linkUrl } from '../../identity/tokens/password-links.ts'
import { type LinkSender, sendLink } from '../../identity/tokens/send-link.ts'
import { newEmailFault } from '../../identity/users/email-rules.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { readContact } from '../../identity/users/identifier.ts'
import { addMembership } from '../../identity/users/memberships.ts'
import { greetingName } from '../../identity/users/user-names.ts'
import { createUser, isAddressTaken } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Tables } from '../../kernel/db/tables.ts'

type NewAccount = {
  email: string
  firstName: string
  lastName: string | null
  platform: Platform
  /** Returns the link to the operator instead of sending it. */
  isLinkShown: boolean
}

type CreatedAccount = {
  userId: string
  email: string
  /** null for a link that was sent by email. */
  link: string | null
}

/** Refuses an account. The message is a sentence for the operator. */
export class AccountError extends Error {}

/**
 * Creates an account without a password and with an invited address. The owner of the mailbox sets the password, or the user
 * who got the link from the operator: that user has not proven the mailbox, as after a sign-up. Refuses the address of an
 * existing account, because an attacker may have opened that account.
 */
export async function createAccount(
  sender: LinkSender & { db: Kysely<Tables> },
  { email: typed, firstName, lastName, platform, isLinkShown }: NewAccount,
): Promise<CreatedAccount> {
  const contact = readContact(typed)
  const fault = newEmailFault(typed, `${typed} is no email address`)
  if (fault || contact?.channel !== 'email') throw new AccountError(fault ?? '')
  const { address } = contact
  const create = sender.db.transaction().execute(async (trx) => {
    const email = { address }
    const userId = await createUser(trx, { firstName, lastName, email, provenance: 'invited' })
    await addMembership(trx, { userId, platform, provenance: 'administrator' })
    const user = await findUser(trx, { id: userId })
    if (!user?.emailId) throw new Error('The account that was created has no address')
    const newLink = { purpose: 'create', userId, contactId: user.emailId, platform, joins: null } as const
    let link: string | null = null
    if (isLinkShown) {
      const path = await createLink(trx, sender.keyring, { ...newLink, isShown: true })
      link = linkUrl(sender.config.baseUrl, path, platform)
    } else
      await sendLink(sender, trx, {
        link: newLink,
        channel: 'email',
        to: address,
        firstName: greetingName(user, 'email'),
      })
    await recordEvent(trx, { event: 'user-created', userId, platform, details: { isLinkShown } })
    return { userId, email: address, link }
  })
  return create.catch((error) => {
    if (isAddressTaken(error))
      throw new AccountError(
        'There is an account with this address: see user show, membership add and invite',
      )
    throw error
  })
}
