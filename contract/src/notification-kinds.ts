/** Lists the kinds of notifications and the channels by which users get them. */

/** A label, which the page shows and mails name in lower case, and what notifications of the kind are about. */
type NotificationKindRow = { label: string; about: string }

const rows = {
  application: { label: 'Applications', about: 'What happens to a job or a place that you applied for.' },
  message: { label: 'Messages', about: 'Someone wrote to you, or answered you.' },
  course: { label: 'Courses', about: 'New courses, tests and results.' },
  reminder: { label: 'Reminders', about: 'Dates and deadlines that come near.' },
  general: { label: 'Other news', about: 'Everything else that your platforms tell you.' },
} as const satisfies Record<string, NotificationKindRow>

export type NotificationKind = keyof typeof rows

export const notificationKindNames = /* @__PURE__ */ Object.keys(rows) as [
  NotificationKind,
  ...NotificationKind[],
]

export const notificationKinds: Readonly<Record<NotificationKind, NotificationKindRow>> = rows

/** A user who has chosen nothing gets every notification at Foyer, and none by email. */
export const notificationDefaults = { foyer: true, email: false } as const

export type NotificationChannel = keyof typeof notificationDefaults

export const notificationChannels: readonly [NotificationChannel, ...NotificationChannel[]] = [
  'foyer',
  'email',
]
