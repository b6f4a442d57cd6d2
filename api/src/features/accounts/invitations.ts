/**
 * Invites users to a platform. A user with a proven address becomes a member immediately. Any other user gets a link and
 * becomes a member by using the link, because only the use proves that the owner of the address has the account.
 */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { hasPassword } from '../../identity/credentials/credentials.ts'
import { sendLink } from '../../identity/tokens/send-link.ts'
import { mayBelongToAnother } from '../../identity/users/contacts.ts'
import { newEmailFault } from '../../identity/users/email-rules.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { readEmail } from '../../identity/users/identifier.ts'
import { addMembership } from '../../identity/users/memberships.ts'
import { greetingName } from '../../identity/users/user-names.ts'
import { createUser, isAddressTaken, lockContacts } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Config } from '../../kernel/config/config.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import type { Outbox } from '../../messages/outbox.ts'

type Inviter = { db: Db; keyring: Keyring; outbox: Pick<Outbox, 'queue'>; config: Pick<Config, 'baseUrl'> }

export type Invitation = {
  email: string
  /** The name of a new user; by default the part of the address before the @. */
  firstName?: string | undefined
  lastName?: string | undefined
  platform: Platform
  isBeta: boolean
  /** The caller sends a message of its own to a user who needs no link. */
  isQuiet?: true
}

export type Invited = {
  userId: string
  /** The address had no account. */
  isNew: boolean
  /**
   * `link`: the user becomes a member by using the link; `member-link`: a member got a link for a first password; `added`:
   * the user is a member from now on; `member`: the user was a member with a password before.
   */
  kind: 'link' | 'member-link' | 'added' | 'member'
  /** The recipient of the message; null if no message was sent. */
  mailedTo: string | null
}

/** Refuses an invitation. The message is a sentence for the operator. */
export class InvitationError extends Error {}

export async function invite(inviter: Inviter, invitation: Invitation): Promise<Invited> {
  const { email, platform, isBeta } = invitation
  const contact = readEmail(email)
  if (!contact) throw new InvitationError(newEmailFault(email, `${email} is no email address`) ?? '')
  if (isBeta && platformRow(platform).signUp !== 'open')
    throw new InvitationError(`There is no closed beta of ${platform}: it is not open to sign-up`)
  const inviteOnce = () =>
    inviter.db.transaction().execute(async (trx) => {
      const known = await findUser(trx, { identifier: contact })
      const userId = known?.id ?? (await addUser(trx, invitation, contact.address))
      await lockContacts(trx, userId)
      const user = await findUser(trx, { id: userId })
      if (!user?.email || !user.emailId) throw new InvitationError('This account has no email address')
      if (user.isDisabled) throw new InvitationError(`The account of ${user.email} is disabled`)
      if (mayBelongToAnother(user, 'email'))
        throw new InvitationError(
          `${user.email} is unproven, and its account has a proven phone number: it may be another person's`,
        )
      const addressee = { ...user, email: user.email, emailId: user.emailId }
      return { ...(await inviteUser(inviter, trx, addressee, invitation)), isNew: !known }
    })
  return inviteOnce().catch((error) => {
    // An account with this address was opened at the same moment: the second attempt finds it.
    if (isAddressTaken(error)) return inviteOnce()
    throw error
  })
}

function addUser(trx: Db, { email, firstName, lastName }: Invitation, address: string): Promise<string> {
  const fault = newEmailFault(email)
  if (fault) throw new InvitationError(fault)
  return createUser(trx, {
    firstName: firstName ?? address.slice(0, address.lastIndexOf('@')),
    lastName: lastName ?? null,
    email: { address },
    provenance: 'invited',
  })
}

type Addressee = User & { email: string; emailId: string }

async function inviteUser(
  inviter: Inviter,
  trx: Db,
  user: Addressee,
  { platform, isBeta, isQuiet }: Invitation,
): Promise<Omit<Invited, 'isNew'>> {
  const { id: userId, email, emailId } = user
  const firstName = greetingName(user, 'email')
  const isProven = user.emailProvenance === 'verified'
  const isMember = user.platforms.includes(platform)
  const needsLink = !isProven || !(await hasPassword(trx, userId))
  if (isMember && !needsLink) return { userId, kind: 'member', mailedTo: null }

  if (isProven && !isMember) {
    await addMembership(trx, { userId, platform, provenance: 'invited' })
    await recordEvent(trx, { event: 'membership-added', userId, platform })
  }
  if (needsLink) {
    const purpose = isBeta ? 'beta' : 'create'
    const link = {
      purpose,
      userId,
      contactId: emailId,
      platform,
      joins: isProven ? null : platform,
    } as const
    await sendLink(inviter, trx, { link, channel: 'email', to: email, firstName })
  } else if (!isQuiet) {
    const values = { firstName, platform }
    await inviter.outbox.queue(trx, { template: 'access-added', channel: 'email', to: email, values })
  }
  const kind = !needsLink ? 'added' : isProven ? 'member-link' : 'link'
  await recordEvent(trx, { event: 'user-invited', userId, platform, details: { kind, isBeta } })
  return { userId, kind, mailedTo: needsLink || !isQuiet ? email : null }
}
