/** Lists the states of the privacy settings, the export and the deletion of the account. Every change is refused. */
import type { Page } from '@playwright/test'
import { signIn } from '../browser.ts'
import { hasField, press, type State, shows } from '../state.ts'

const settingsUrl = '**/api/auth/users/settings'
const deletionUrl = '**/api/auth/users/deletion'
const exportUrl = '**/api/auth/users/export'
const appsUrl = '**/api/auth/apps'

const apps = [
  {
    client_id: 'homework-helper',
    name: 'Homework Helper',
    scopes: ['openid', 'profile', 'email', 'foyer.profile', 'offline_access'],
    since: '2026-03-01T10:12:00.000Z',
  },
  { client_id: 'timetable', name: 'Timetable', scopes: ['openid'], since: '2026-02-01T10:12:00.000Z' },
]

const noExport = { state: 'none', percent: 0, requested_at: null, expires_at: null }
const asked = { ...noExport, requested_at: '2026-03-01T10:12:00.000Z' }

const settings = {
  language: 'en',
  timezone: 'Asia/Kolkata',
  marketing_emails: false,
  product_emails: true,
  analytics_consent: false,
  profile_visibility: 'private',
}

async function reach(
  page: Page,
  { requestedAt = null as string | null, exported = noExport as object, allowed = [] as object[] } = {},
): Promise<void> {
  const answers = [
    [settingsUrl, settings],
    [deletionUrl, { requested_at: requestedAt }],
    [exportUrl, exported],
    [appsUrl, allowed],
  ] as const
  for (const [url, data] of answers)
    await page.route(url, (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: { data } })
        : route.fulfill({ status: 503, json: { errors: { code: 'overloaded', message: 'We are busy.' } } }),
    )
  await page.goto('/account/privacy?platform=professor')
  await signIn(page, 'professor@foyer.test')
}

export const privacyStates: readonly State[] = [
  {
    title: 'privacy',
    reach: (page) => reach(page),
    check: hasField('Emails with offers'),
  },
  {
    title: 'privacy, a change that was not saved',
    reach: async (page) => {
      await reach(page)
      await page.getByLabel('Emails with offers').click()
    },
    check: shows('We are busy.'),
    errors: [/503/],
  },
  {
    title: 'privacy, apps that may read the account',
    reach: (page) => reach(page, { allowed: apps }),
    check: shows('Homework Helper'),
  },
  {
    title: 'privacy, an app whose access was not removed',
    reach: async (page) => {
      await page.route('**/api/auth/apps/*', (route) =>
        route.fulfill({ status: 503, json: { errors: { code: 'overloaded', message: 'We are busy.' } } }),
      )
      await reach(page, { allowed: apps })
      await press(page, 'Remove access of Homework Helper')
      await press(page, 'Remove Homework Helper')
    },
    check: shows('We are busy.'),
    errors: [/503/],
  },
  {
    title: 'privacy, files that are being made',
    reach: (page) => reach(page, { exported: { ...asked, state: 'waiting', percent: 40 } }),
    check: shows('We’re getting your data ready: 40 %'),
  },
  {
    title: 'privacy, files that are ready',
    reach: (page) =>
      reach(page, {
        exported: { ...asked, state: 'ready', percent: 100, expires_at: '2026-03-08T10:12:00.000Z' },
      }),
    check: shows('You can download the files until March 8'),
  },
  {
    title: 'privacy, files that could not be made',
    reach: (page) => reach(page, { exported: { ...asked, state: 'failed', percent: 40 } }),
    check: shows('We couldn’t get your data ready.'),
  },
  {
    title: 'privacy, a deletion that was cancelled by signing in',
    reach: (page) => reach(page, { requestedAt: '2026-03-01T10:12:00.000Z' }),
    check: shows('Your account is not deleted any more'),
  },
  {
    title: 'privacy, a deletion of the account that failed',
    reach: async (page) => {
      await reach(page)
      await press(page, 'Delete my account')
      await press(page, 'Yes, delete my account')
    },
    check: shows('We are busy.'),
    errors: [/503/],
  },
]
