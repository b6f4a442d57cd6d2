/** Lists the states of the section 'Security'. */
import type { Page } from '@playwright/test'
import { expect, signIn } from '../browser.ts'
import { hasButton, hasFieldError, hasHeading, press, type State, shows } from '../state.ts'

const browserId = (number: number) => `7c1d9a40-2e6b-4f3d-8a5e-${String(number).padStart(12, '0')}`
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

type Session = { device: string | null; minutes: number; platform?: string; browser?: number }

/** The fake answers of the service, so that a state shows the same sessions whatever other states do. */
function sessionsOf(listed: readonly Session[]) {
  return listed.map(({ device, minutes, platform = 'student', browser }, index) => ({
    id: browserId(900 + index),
    platform,
    device,
    created_at: '2026-11-01T09:30:00.000Z',
    last_seen_at: minutesAgo(minutes),
    is_current: index === 0,
    browser: browser === undefined ? null : browserId(browser),
    is_here: index === 0,
  }))
}

const some: readonly Session[] = [
  { device: 'Chrome on Windows', minutes: 0, browser: 1 },
  { device: 'Safari on iOS', minutes: 125, browser: 2 },
  { device: 'Safari on iOS', minutes: 24 * 60 * 3, browser: 2, platform: 'professor' },
  { device: 'Firefox on Linux', minutes: 40, browser: 3 },
]

const entry = (index: number, more: object = {}) => ({
  at: `2026-0${9 - Math.floor(index / 4)}-1${7 - (index % 4)}T0${index % 8}:12:00.000Z`,
  outcome: 'signed-in',
  platform: 'student',
  method: 'password',
  from: null,
  device: 'Safari on iOS',
  is_here: false,
  session: null,
  asks: false,
  ...more,
})

const history = {
  items: [
    entry(0, { device: 'Chrome on Windows', is_here: true }),
    entry(1, { device: 'Firefox on Linux', asks: true, session: browserId(901) }),
    entry(7, { outcome: 'continued', platform: 'professor', from: 'student' }),
    entry(2, { outcome: 'wrong-password', method: null, device: null }),
    entry(3, { method: 'google' }),
    entry(4, { outcome: 'wrong-code', method: null, device: 'Firefox on Linux' }),
    entry(5, { outcome: 'no-access', platform: 'iqa', method: null }),
    entry(6, { method: 'code', platform: 'professor' }),
  ],
  next: '1',
}

const passkeys = [
  { name: 'My phone', keeper: 'Google Password Manager', last_used_at: '2026-11-02T09:30:00.000Z' },
  { name: 'Windows Hello', keeper: 'Windows Hello', last_used_at: null },
].map((passkey, index) => ({
  ...passkey,
  id: browserId(500 + index),
  credential_id: 'q0uZ7Yk2m1E4tVbX9pLr3A',
  is_synced: true,
  created_at: '2026-11-01T09:30:00.000Z',
}))

/** The authenticator apps of a user who has one. */
export const someFactors = {
  items: [
    {
      id: browserId(700),
      name: 'Authenticator on my phone',
      created_at: '2026-11-01T09:30:00.000Z',
      last_used_at: '2026-11-02T09:30:00.000Z',
    },
  ],
  recovery_codes_left: 8,
  recovery_codes_at: '2026-11-01T09:30:00.000Z',
  is_required: false,
  enrol_by: null,
}

type Answers = { sessions?: readonly Session[]; history?: object; password?: object; factors?: object }

export async function answerSecurity(page: Page, answers: Answers = {}): Promise<void> {
  const { sessions = some, history: signIns = history, password, factors = someFactors } = answers
  const json = (data: unknown) => ({ json: { data } })
  await page.route('**/api/auth/sessions', (route) => route.fulfill(json(sessionsOf(sessions))))
  await page.route('**/api/auth/sign-ins*', (route) => route.fulfill(json(signIns)))
  await page.route('**/api/auth/identities', (route) => route.fulfill(json({ linked: [], linkable: [] })))
  const listed = { rp_id: 'localhost', user_handle: 'AA', items: passkeys }
  await page.route('**/api/auth/passkeys', (route) => route.fulfill(json(listed)))
  await page.route('**/api/auth/second-factors', (route) => route.fulfill(json(factors)))
  if (password) await page.route('**/api/auth/users/password', (route) => route.fulfill(json(password)))
}

/** Says that a browser of November 1 is not the user's, after an email and a phone number were added. */
async function disown(page: Page): Promise<void> {
  const contact = { is_verified: true, created_at: '2026-11-02T09:30:00.000Z' }
  const lists = {
    emails: [
      { ...contact, id: browserId(601), email: 'student@foyer.test', is_primary: true },
      { ...contact, id: browserId(602), email: 'not-the-student@example.com', is_primary: false },
    ],
    phones: [
      {
        ...contact,
        ...{ id: browserId(603), phone_number: '+919876543210', formatted: '+91 98765 43210' },
        is_primary: true,
      },
    ],
  }
  for (const [path, data] of Object.entries(lists))
    await page.route(`**/api/profile/${path}*`, (route) =>
      route.fulfill({ json: { data, meta: { page: 1, page_size: 20, total: data.length } } }),
    )
  await page.route('**/api/auth/sessions/*/disown', (route) => route.fulfill({ status: 204 }))
  await press(page, 'That’s not me in Safari on iOS')
}

export async function reachSecurity(page: Page, answers?: Answers): Promise<void> {
  await answerSecurity(page, answers)
  await page.goto('/account/security?platform=student')
  await signIn(page, 'student@foyer.test')
  await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
}

/** Holds the answers of the lists back. */
async function reachLoading(page: Page): Promise<void> {
  for (const path of ['sessions', 'sign-ins', 'identities', 'passkeys', 'second-factors'])
    await page.route(`**/api/auth/${path}`, () => {})
  await page.goto('/account/security?platform=student')
  await signIn(page, 'student@foyer.test')
}

async function reachUnloaded(page: Page): Promise<void> {
  for (const path of ['sessions', 'sign-ins', 'identities', 'passkeys', 'second-factors'])
    await page.route(`**/api/auth/${path}`, (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/account/security?platform=student')
  await signIn(page, 'student@foyer.test')
}

/** Opens the overview with a question about a sign-in in a new browser. */
async function reachNewSignIn(page: Page): Promise<void> {
  const found = [
    { session: browserId(901), at: minutesAgo(40), platform: 'student', device: 'Firefox on Linux' },
  ]
  await page.route('**/api/auth/sign-ins/new', (route) => route.fulfill({ json: { data: found } }))
  await page.goto('/account?platform=student')
  await signIn(page, 'student@foyer.test')
  await page.getByRole('button', { name: 'It was me' }).waitFor()
}

export const securityStates: readonly State[] = [
  { title: 'security', reach: reachSecurity, check: hasButton('Show more sign-ins') },
  {
    title: 'security of a user in one browser only',
    reach: (page) =>
      reachSecurity(page, { sessions: some.slice(0, 1), history: { items: [entry(0)], next: null } }),
    check: shows('You aren’t signed in in any other browser.'),
  },
  {
    title: 'security, renaming a passkey',
    reach: async (page) => {
      await reachSecurity(page)
      await press(page, 'Rename My phone')
      await page.getByLabel('Name of the passkey').fill('')
      await press(page, 'Save name')
    },
    check: hasFieldError,
  },
  {
    title: 'security, removing a passkey',
    reach: async (page) => {
      await reachSecurity(page)
      await press(page, 'Remove My phone')
    },
    check: hasButton('Remove passkey'),
  },
  {
    title: 'security, loading',
    reach: reachLoading,
    check: (page) => expect(page.getByText('Loading security…')).toBeAttached(),
  },
  {
    title: 'security that cannot be loaded',
    reach: reachUnloaded,
    check: hasButton('Try again to load security'),
    errors: [/503/],
  },
  {
    title: 'security with sixty browsers',
    reach: (page) =>
      reachSecurity(page, {
        sessions: Array.from({ length: 60 }, (_, index) => ({
          device: `Chrome ${index}`,
          minutes: index * 60,
        })),
      }),
    check: hasButton('Show more browsers'),
  },
  {
    title: 'security, signing out everywhere else',
    reach: async (page) => {
      await reachSecurity(page)
      await press(page, 'Sign out everywhere else')
    },
    check: shows('Sign out in 2 other browsers?'),
  },
  {
    title: 'security, a browser that is not signed out',
    reach: async (page) => {
      await reachSecurity(page)
      await page.route('**/api/auth/sessions/*/disown', (route) => route.fulfill({ status: 503, json: {} }))
      await press(page, 'That’s not me in Safari on iOS')
    },
    check: async (page) => {
      await page.locator('.browser .notice-error').waitFor()
    },
    errors: [/503/],
  },
  {
    title: 'security after a browser was disowned',
    reach: async (page) => {
      await reachSecurity(page)
      await page.route('**/api/auth/sessions/*/disown', (route) => route.fulfill({ status: 204 }))
      await press(page, 'That’s not me in Safari on iOS')
    },
    check: hasHeading('Change your password'),
  },
  {
    title: 'security of a user without a password, after a browser was disowned',
    reach: async (page) => {
      await reachSecurity(page, { password: { has_password: false, code_contact: null } })
      await disown(page)
    },
    check: hasButton('Remove Email not-the-student@example.com'),
  },
  { title: 'overview, a new sign-in', reach: reachNewSignIn, check: hasButton('That’s not me') },
  {
    title: 'overview, a new sign-in that could not be disowned',
    reach: async (page) => {
      await reachNewSignIn(page)
      await page.route('**/api/auth/sessions/*/disown', (route) => route.fulfill({ status: 503, json: {} }))
      await press(page, 'That’s not me')
    },
    check: async (page) => {
      await page.locator('.attention .notice-error').waitFor()
    },
    errors: [/503/],
  },
  {
    title: 'overview, a new sign-in that was disowned',
    reach: async (page) => {
      await reachNewSignIn(page)
      await page.route('**/api/auth/sessions/*/disown', (route) => route.fulfill({ status: 204 }))
      await press(page, 'That’s not me')
    },
    check: shows('Choose a new password'),
  },
  {
    title: 'security, was this you',
    reach: async (page) => {
      await reachSecurity(page)
      await page
        .getByRole('button', { name: /^Was this you\?/ })
        .first()
        .click()
    },
    check: hasButton('No, it wasn’t me'),
  },
]
