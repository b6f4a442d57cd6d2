/** Lists the learning platform's notifications to demo learners. */
import type { NotificationKind } from '@foyer/contract/notification-kinds'

type DemoNotification = {
  to: string
  kind: NotificationKind
  title: string
  body: string
  /** A path of the platform. */
  path?: string
  hoursAgo: number
  isOpened?: true
}

export const demoNotifications: readonly DemoNotification[] = [
  {
    to: 'student@foyer.test',
    kind: 'message',
    title: 'Your rain gauge passed the review',
    body: 'Two reviewers have read your project. One of them asks how you calibrated the reed switch.',
    path: '/library',
    hoursAgo: 2,
  },
  {
    to: 'student@foyer.test',
    kind: 'course',
    title: 'New course: Rivers and cities',
    body: 'Six weeks, four hours a week. It begins on Monday.',
    path: '/library',
    hoursAgo: 26,
  },
  {
    to: 'student@foyer.test',
    kind: 'course',
    title: 'Your certificate is ready',
    body: 'Python for data analysis: you can add the certificate to your profile.',
    path: '/profile',
    hoursAgo: 90,
    isOpened: true,
  },
  {
    to: 'student@foyer.test',
    kind: 'general',
    title: 'Welcome to Lantern Learning',
    body: 'Begin with your profile: teachers and schools find you by what it says.',
    hoursAgo: 700,
    isOpened: true,
  },
  {
    to: 'aarav@foyer.test',
    kind: 'general',
    title: 'Your poem was read 100 times',
    body: '“बारिश की गणित” is the most read text of the magazine this month.',
    hoursAgo: 5,
  },
  {
    to: 'kavin@foyer.test',
    kind: 'message',
    title: 'Team invitation',
    body: 'The robotics team of Chennai asks you to join for the state final.',
    hoursAgo: 30,
  },
  {
    to: 'layla@foyer.test',
    kind: 'reminder',
    title: 'Drawing class moved',
    body: 'The class on Thursday begins at 17:00 instead of 16:00.',
    hoursAgo: 49,
    isOpened: true,
  },
  {
    to: 'haruka@foyer.test',
    kind: 'message',
    title: 'Three libraries use Hondana',
    body: 'A library in Morioka has asked a question about your program.',
    path: '/profile',
    hoursAgo: 12,
  },
]
