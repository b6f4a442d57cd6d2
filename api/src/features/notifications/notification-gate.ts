/**
 * Decides where a notification of a platform goes: to the user's list, to the user's mailbox, or nowhere. Every posted
 * notification passes here. Messages of Foyer about the account and its security are no notifications, and always sent.
 */
import type { NotificationKind } from '@foyer/contract/notification-kinds'
import { findDeletion } from '../../identity/sessions/account-deletions.ts'
import type { User } from '../../identity/users/find-user.ts'
import { countNotice } from '../../messages/notice-limit.ts'
import type { Services } from '../../services.ts'
import { channelsOf, mailAddressOf } from './notification-preferences.ts'

type Ways = {
  isListed: boolean
  /** The address of the email; null for none. */
  mailTo: string | null
}

/** Counts the email, so it must be called before the transaction that queues the email. */
export async function passGate(services: Services, user: User, kind: NotificationKind): Promise<Ways> {
  const { foyer, email } = await channelsOf(services.db, user.id, kind)
  return { isListed: foyer, mailTo: email ? await findMailbox(services, user) : null }
}

/** Returns null above the daily limit too: the notification is then only in the list. */
async function findMailbox(services: Services, user: User): Promise<string | null> {
  const address = mailAddressOf(user)
  if (address === null) return null
  // A closed account, which waits for its deletion, gets no news.
  const deletion = await findDeletion(services.db, user.id)
  if (deletion && deletion.cancelledAt === null) return null
  const given = { userId: user.id, template: 'notification' } as const
  return (await countNotice(services, given)) ? address : null
}
