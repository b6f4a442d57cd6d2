/** Lists the states of the notifications and of the privacy settings. The tests answer lists, whose times would change. */
import type { Page } from '@playwright/test'
import { signIn } from '../browser.ts'
import { hasField, type State, shows } from '../state.ts'
import { siteUrl } from '../test-installation.ts'

const listUrl = '**/api/notifications?*'
const settingsUrl = '**/api/auth/users/settings'

function notification(index: number, hoursAgo: number, isRead: boolean, url: string | null) {
  const createdAt = new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
  return {
    id: `5d6f8a52-3c1b-4f7e-9a28-5e4b7c9d1f3${index}`,
    platform: index === 1 ? 'student' : 'professor',
    title: index === 1 ? 'Your answer was marked' : 'The results of the spring olympiad are here',
    body: 'You came second in your group.\nYour certificate is ready.',
    url,
    created_at: createdAt,
    date_opened: isRead ? createdAt : null,
  }
}

const entries = [
  notification(0, 2.1, false, siteUrl('professor')),
  notification(1, 26, false, null),
  notification(2, 24 * 3, true, siteUrl('professor')),
]

async function reach(page: Page, section: string, answered: string, json: object): Promise<void> {
  await page.route(answered, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json })
      : route.fulfill({ status: 503, json: { errors: { code: 'overloaded', message: 'We are busy.' } } }),
  )
  await page.goto(`/account/${section}?platform=professor`)
  await signIn(page, 'professor@foyer.test')
}

const list = (data: object[]) => ({ data, meta: { page: 1, page_size: 20, total: data.length } })

const settings = {
  language: 'en',
  timezone: 'Asia/Kolkata',
  marketing_emails: false,
  product_emails: true,
  analytics_consent: false,
  profile_visibility: 'private',
}

export const notificationStates: readonly State[] = [
  {
    title: 'notifications',
    reach: (page) => reach(page, 'notifications', listUrl, list(entries)),
    check: shows('The results of the spring olympiad are here'),
  },
  {
    title: 'notifications, none',
    reach: (page) => reach(page, 'notifications', listUrl, list([])),
    check: shows('Nothing yet.'),
  },
  {
    title: 'notifications that cannot be loaded',
    reach: async (page) => {
      await page.route(listUrl, (route) => route.fulfill({ status: 503, json: {} }))
      await page.goto('/account/notifications?platform=professor')
      await signIn(page, 'professor@foyer.test')
    },
    check: (page) => page.getByRole('button', { name: /^Try again/ }).waitFor(),
    errors: [/503/],
  },
  {
    title: 'privacy',
    reach: (page) => reach(page, 'privacy', settingsUrl, { data: settings }),
    check: hasField('Mails with offers'),
  },
  {
    title: 'privacy, a change that was not saved',
    reach: async (page) => {
      await reach(page, 'privacy', settingsUrl, { data: settings })
      await page.getByLabel('Mails with offers').click()
    },
    check: shows('We are busy.'),
    errors: [/503/],
  },
]
