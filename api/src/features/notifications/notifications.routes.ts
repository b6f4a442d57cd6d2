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
import { Failure } from '../../kernel/failure.ts'
import type { Serve, Services } from '../../services.ts'
import { changeOwnPreference, readOwnPreferences } from './notification-preferences.ts'
import { findNotification, findPosted, listPage } from './notifications.queries.ts'
import { open, post, postRule, visibleTo } from './notifications.ts'

export function notificationsRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(listNotifications, ({ caller, query: { opened, ...page } }) => {
    const isOpened = opened === undefined ? null : opened === 'true'
    return listPage(db, visibleTo(caller), { ...page, isOpened })
  })
  serve(getNotification, async ({ caller, params }) => {
    const found = await findNotification(db, visibleTo(caller), params.id)
    if (!found) throw new Failure('not-found')
    return found
  })
  serve(openNotification, (request) => open(services, request))
  serve(getNotificationPreferences, ({ caller }) => readOwnPreferences(services, caller))
  serve(putNotificationPreference, ({ caller, body }) => changeOwnPreference(services, caller, body))
  serve(postNotification, (request) => post(services, request), {
    rules: (request) => [postRule(services, request)],
    async replay(id) {
      const posted = await findPosted(db, id)
      // The notification was deleted, with its user or after a year.
      if (!posted) throw new Failure('not-found')
      return posted
    },
  })
}
