/**
 * Keeps which notifications a user gets by which channel. A preference without a row has the default of its channel. Owner of
 * the table notification_preferences.
 */
import {
  type NotificationChannel,
  type NotificationKind,
  notificationDefaults,
  notificationKindNames,
} from '@foyer/contract/notification-kinds'
import type { NotificationPreferences } from '@foyer/contract/routes/notification-preferences'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Services } from '../../services.ts'

type Channels = Record<NotificationChannel, boolean>

/** Returns the channels by which a user gets notifications of a kind. */
export async function channelsOf(db: Db, userId: string, kind: NotificationKind): Promise<Channels> {
  return withDefaults(await listPreferences(db, userId), kind)
}

/** Lists the preferences that differ from the defaults. */
export function listPreferences(db: Db, userId: string) {
  return db
    .selectFrom('notificationPreferences')
    .select(['kind', 'channel', 'isOn'])
    .where('userId', '=', userId)
    .orderBy('kind')
    .orderBy('channel')
    .execute()
}

/** Deletes a user's preferences. The user then has the defaults. */
export async function forgetPreferences(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('notificationPreferences').where('userId', '=', userId).execute()
}

export async function readOwnPreferences(
  { db }: Pick<Services, 'db'>,
  { userId }: Caller,
): Promise<NotificationPreferences> {
  return shown(db, userId)
}

type Change = { kind: NotificationKind; channel: NotificationChannel; isOn: boolean }

/** Stores one preference, so that two pages of a user which are open at once keep each other's changes. */
export function changeOwnPreference(
  services: Pick<Services, 'db'>,
  caller: Caller,
  { kind, channel, isOn }: Change,
): Promise<NotificationPreferences> {
  const { userId } = caller
  return changeAsUser(services, caller, async (trx) => {
    if (isOn === notificationDefaults[channel])
      await trx
        .deleteFrom('notificationPreferences')
        .where('userId', '=', userId)
        .where('kind', '=', kind)
        .where('channel', '=', channel)
        .execute()
    else
      await trx
        .insertInto('notificationPreferences')
        .values({ userId, kind, channel, isOn })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    return shown(trx, userId)
  })
}

/** Returns the address that gets a user's notifications: the proven sign-in address, or null. */
export function mailAddressOf({ email, emailProvenance }: User): string | null {
  return emailProvenance === 'verified' ? email : null
}

async function shown(db: Db, userId: string): Promise<NotificationPreferences> {
  const stored = await listPreferences(db, userId)
  const user = await findUser(db, { id: userId })
  return {
    email: user ? mailAddressOf(user) : null,
    kinds: notificationKindNames.map((kind) => ({ kind, ...withDefaults(stored, kind) })),
  }
}

function withDefaults(stored: readonly Change[], kind: NotificationKind): Channels {
  const own = stored.filter((row) => row.kind === kind).map(({ channel, isOn }) => [channel, isOn])
  return { ...notificationDefaults, ...Object.fromEntries(own) }
}
