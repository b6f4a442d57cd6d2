/** Describes notifications in /docs. */
import { notificationDefaults, notificationKindNames } from '@foyer/contract/notification-kinds'
import {
  getNotificationPreferences,
  putNotificationPreference,
} from '@foyer/contract/routes/notification-preferences'
import {
  getNotification,
  listNotifications,
  openNotification,
  postNotification,
} from '@foyer/contract/routes/notifications'
import { type ApiSection, describeRoute } from '../../kernel/http/describe-route.ts'

const example = {
  id: '5b0e7d3c-2f64-4b19-a8d7-c30f9e5a1b82',
  platform: 'student',
  kind: 'course',
  title: 'Your results are here',
  body: 'The results of the March test can be read now.',
  url: 'https://student.example.com/results',
  createdAt: '2026-03-14T09:30:00.000Z',
  dateOpened: null,
} as const

const preferences = {
  email: 'asha@example.com',
  kinds: notificationKindNames.map((kind) => ({ kind, ...notificationDefaults })),
}

export const notificationsDocs: readonly ApiSection[] = [
  {
    name: 'Notifications',
    description:
      'Short texts from platforms to their users, which Foyer keeps for a year. A session that the user opened at Foyer sees all of them; the session of a platform sees what that platform posted.',
    routes: [
      describeRoute(
        listNotifications,
        'Lists the notifications of the caller, the newest first, 20 on a page. `opened` leaves those in the other state out.',
        { items: [example] },
      ),
      describeRoute(getNotification, 'Reads one notification of the caller.', { result: example }),
      describeRoute(
        openNotification,
        'Marks a notification as opened at this time, or with null as not opened. The time of the first opening stays until then. A time before the posting counts as that of the posting, and one to come as now.',
        {
          body: { dateOpened: '2026-03-14T10:05:00.000Z' },
          result: { ...example, dateOpened: '2026-03-14T10:05:00.000Z' },
        },
      ),
      describeRoute(
        postNotification,
        'Posts plain text to a user of the platform, at most 50 times a day to one user. Users turn each `kind` on or off, in their list and by email: the answer is the same for a notification that its user has turned off, and nobody lists it. A user who is no member of the platform is answered like an unknown one, with 404. `url` leads to a page on a registered origin of the platform.',
        {
          body: {
            user: 'c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f',
            kind: example.kind,
            title: example.title,
            body: example.body,
            url: example.url,
          },
          result: example,
        },
      ),
      describeRoute(
        getNotificationPreferences,
        'Returns every kind with its channels: a user who has chosen nothing gets each kind in the list (`foyer`), and none by email. Emails go to the verified sign-in address, `email`, at most ten a day. Messages of Foyer itself about the account and its security, such as codes, cannot be turned off.',
        { result: preferences },
      ),
      describeRoute(
        putNotificationPreference,
        'Turns one kind on or off in one channel, and keeps the others. It applies to what is posted from then on.',
        {
          body: { kind: 'course', channel: 'email', isOn: true },
          result: {
            ...preferences,
            kinds: preferences.kinds.map((row) => (row.kind === 'course' ? { ...row, email: true } : row)),
          },
        },
      ),
    ],
  },
]
