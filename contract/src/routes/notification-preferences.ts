/** Declares which notifications of platforms a user gets, and by which channel (product 3, 7.6). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { notificationChannels, notificationKindNames } from '../notification-kinds.ts'
import { defineRoute } from './route.ts'

const path = '/api/auth/users/notification-preferences'
const kind = v.picklist(notificationKindNames, `Must be one of ${notificationKindNames.join(', ')}`)

export const notificationPreferences = field.fields({
  /** The verified sign-in address, which gets the emails; null without one. */
  email: v.nullable(v.string()),
  kinds: v.array(
    field.fields({
      kind,
      /** Notifications of the kind are in the list at Foyer. */
      foyer: v.boolean(),
      /** Notifications of the kind are also sent by email. */
      email: v.boolean(),
    }),
  ),
})
export type NotificationPreferences = v.InferOutput<typeof notificationPreferences>

export const getNotificationPreferences = defineRoute({
  method: 'GET',
  path,
  summary: 'Get which notifications you get, by kind and channel',
  access: 'own-session',
  limit: 'settings',
  result: notificationPreferences,
  errors: ['session-ended', 'no-access', 'too-many-attempts'],
})

export const putNotificationPreference = defineRoute({
  method: 'PUT',
  path,
  summary: 'Turn one kind of notification on or off in one channel',
  access: 'own-session',
  limit: 'settings',
  body: field.fields({
    kind,
    channel: v.picklist(notificationChannels, `Must be one of ${notificationChannels.join(', ')}`),
    isOn: v.boolean('Must be true or false'),
  }),
  result: notificationPreferences,
  errors: ['invalid-request', 'session-ended', 'no-access', 'too-many-attempts'],
})
