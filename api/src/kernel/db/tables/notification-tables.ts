/** Declares the tables of the notifications of users, and of their preferences. */
import type { NotificationChannel, NotificationKind } from '@foyer/contract/notification-kinds'
import type { Platform } from '@foyer/contract/platforms'
import type { Generated } from 'kysely'
import type { OptionalTimestamp, Timestamp } from './record-tables.ts'

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
