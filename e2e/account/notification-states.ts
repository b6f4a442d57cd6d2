/** Lists the states of the notifications. The tests answer lists, whose times would change. */
import type { Page } from '@playwright/test'
import { signIn } from '../browser.ts'
import { type State, shows } from '../state.ts'
import { siteUrl } from '../test-installation.ts'

const listUrl = '**/api/notifications?*'

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

async function reach(page: Page, json: object): Promise<void> {
  await page.route(listUrl, (route) => route.fulfill({ json }))
  await page.goto('/account/notifications?platform=professor')
  await signIn(page, 'professor@foyer.test')
}

const choiceUrl = '**/api/auth/users/notification-preferences'

async function reachChoice(page: Page): Promise<void> {
  await page.goto('/account/notifications?platform=professor#preferences')
  await signIn(page, 'professor@foyer.test')
  await page.getByText('Always sent:').waitFor()
}

const list = (data: object[]) => ({ data, meta: { page: 1, page_size: 20, total: data.length } })

export const notificationStates: readonly State[] = [
  {
    title: 'notifications',
    reach: (page) => reach(page, list(entries)),
    check: shows('The results of the spring olympiad are here'),
  },
  {
    title: 'notifications, none',
    reach: (page) => reach(page, list([])),
    check: shows('No news yet'),
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
    title: 'notifications, choice by kind',
    reach: (page) => reachChoice(page),
    check: shows('Always sent:'),
  },
  {
    title: 'notifications, choice that was not saved',
    reach: async (page) => {
      await reachChoice(page)
      await page.route(choiceUrl, (route) =>
        route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: {} }) : route.fallback(),
      )
      await page.getByRole('switch', { name: 'By email' }).first().click()
    },
    check: (page) => page.locator('.setting-switch .field-error').waitFor(),
    errors: [/503/],
  },
]
