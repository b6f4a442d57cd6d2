/** Declares the tables of the curated lists of reference data, and of the notifications that platforms post, with the preferences of users. */
import type { NotificationChannel, NotificationKind } from '@foyer/contract/notification-kinds'
import type { Platform } from '@foyer/contract/platforms'
import type { ColumnType, Generated } from 'kysely'
import type { OptionalTimestamp, Timestamp } from './record-tables.ts'

/** The entries of every list of reference data except countries and states. */
export type ReferenceItems = {
  id: Generated<string>
  list: string
  /** Identifies the entry in every version of the data; null for an entry that staff added. */
  code: string | null
  name: string
  /** Equal for names that differ only in case, spaces and punctuation (features/reference/name-key.ts). */
  nameKey: string
  /** The position in a list with its own order; null in a list sorted by name, and for an addition. */
  position: number | null
  details: ColumnType<Record<string, string | number | null>, string | undefined, string>
  /** False for an entry that a later version of the data no longer has. */
  isListed: Generated<boolean>
  createdAt: Timestamp
}

export type Notifications = {
  id: Generated<string>
  userId: string
  /** The platform whose server posted the notification, or to which one of Foyer itself belongs. */
  platform: Platform
  /** Null for a notification of Foyer itself. */
  clientId: string | null
  kind: Generated<NotificationKind>
  /** False if the user has turned the kind off at Foyer: nobody lists the notification. */
  isListed: Generated<boolean>
  title: string
  body: string
  url: string | null
  openedAt: OptionalTimestamp
  createdAt: Timestamp
}

/** What a user has chosen in place of the default of a channel. */
export type NotificationPreferences = {
  userId: string
  kind: NotificationKind
  channel: NotificationChannel
  isOn: boolean
  createdAt: Timestamp
}
