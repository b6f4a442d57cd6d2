/** Declares the notifications that platforms post and users open (product 3, 7.6). */
import * as v from 'valibot'
import { hiddenCharacter } from '../field-faults.ts'
import * as field from '../fields.ts'
import { pageQuery } from '../lists/paging.ts'
import { notificationKindNames } from '../notification-kinds.ts'
import { urlMaxLength } from '../shared-values.ts'
import { defineRoute } from './route.ts'

/** Lengths in UTF-16 units. */
export const notificationTitleMaxLength = 120
export const notificationBodyMaxLength = 1_000

const noTime = 'Must be a time like 2026-01-31T09:30:00Z, or null'
const isoTime = v.pipe(v.string(), v.isoTimestamp())
const id = field.fields({ id: field.uuid })
const kind = v.picklist(notificationKindNames, `Must be one of ${notificationKindNames.join(', ')}`)

export const notification = field.fields({
  id: field.uuid,
  /** The platform that posted the notification. */
  platform: field.platform,
  /** Copies of the previous release do not send it. */
  kind: v.optional(kind),
  title: v.string(),
  /** Plain text, possibly several lines. */
  body: v.string(),
  /** A page of the platform; null without a link. */
  url: v.nullable(v.string()),
  createdAt: isoTime,
  /** The time of the first opening; null if the user has not opened the notification. */
  dateOpened: v.nullable(isoTime),
})
export type Notification = v.InferOutput<typeof notification>

export const listNotifications = defineRoute({
  method: 'GET',
  path: '/api/notifications',
  summary: 'List your own notifications, the newest first',
  access: 'bearer',
  scope: 'foyer.notifications',
  limit: 'notifications',
  query: pageQuery(1, {
    /** Returns only opened or only unopened notifications. */
    opened: v.optional(v.picklist(['true', 'false'], 'Must be true or false')),
  }),
  list: notification,
  version: 'read',
  errors: ['invalid-request', 'session-ended', 'no-access', 'too-many-attempts'],
})

export const getNotification = defineRoute({
  method: 'GET',
  path: '/api/notifications/:id',
  summary: 'Read one of your own notifications',
  access: 'bearer',
  scope: 'foyer.notifications',
  limit: 'notifications',
  params: id,
  result: notification,
  version: 'read',
  errors: ['invalid-request', 'session-ended', 'no-access', 'not-found', 'too-many-attempts'],
})

export const openNotification = defineRoute({
  method: 'PUT',
  path: '/api/notifications/:id',
  summary: 'Mark one of your own notifications as opened, or as not opened',
  access: 'bearer',
  scope: 'foyer.notifications',
  limit: 'notifications',
  params: id,
  body: field.fields({
    /** null marks the notification as not opened. */
    dateOpened: v.nullable(
      v.pipe(
        field.text(40),
        v.isoTimestamp(noTime),
        v.check((time) => !Number.isNaN(Date.parse(time)), noTime),
      ),
    ),
  }),
  result: notification,
  version: 'change',
  errors: [
    'invalid-request',
    'session-ended',
    'no-access',
    'not-found',
    'precondition-failed',
    'too-many-attempts',
  ],
})

const url = v.pipe(
  field.text(urlMaxLength),
  v.check((value) => URL.canParse(value), 'Must be an absolute URL'),
)

export const postNotification = defineRoute({
  method: 'POST',
  path: '/api/notifications',
  summary: 'Post a notification to a user of your platform',
  access: 'client',
  limit: 'platform-posts',
  isIdempotent: true,
  body: field.fields({
    /** The uuid of a member of the platform. */
    user: field.uuid,
    /** Users choose by kind what they get, and by which channel. */
    kind: v.optional(kind, 'general'),
    title: v.pipe(
      field.requiredText(notificationTitleMaxLength),
      v.check((title) => !hiddenCharacter.test(title), 'Can’t contain line breaks or hidden characters'),
    ),
    body: field.requiredText(notificationBodyMaxLength),
    /** A URL on a registered origin of the platform. */
    url: v.optional(v.nullable(url), null),
  }),
  result: notification,
  errors: ['invalid-request', 'client-unknown', 'no-access', 'not-found', 'too-many-attempts', 'overloaded'],
})
