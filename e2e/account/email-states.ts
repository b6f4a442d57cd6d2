/** Lists the states of the emails on the account page, and of the page that reverts a change. */
import type { Page } from '@playwright/test'
import { signIn } from '../browser.ts'
import { answerDoors } from '../doors/door-states.ts'
import { hasButton, hasHeading, press, type State, shows } from '../state.ts'

const createdAt = '2026-11-20T09:30:00.000Z'
const primary = {
  id: '0d6f8a52-3c1b-4f7e-9a28-5e4b7c9d1f30',
  email: 'student@foyer.test',
  is_primary: true,
  is_verified: true,
  created_at: createdAt,
}
const verified = {
  ...primary,
  id: '7b1e4c90-8d25-4a6f-b3e1-2f9c5a7d6e84',
  email: 'asha.rao@a-school-with-a-long-name.example.org',
  is_primary: false,
}
const claim = {
  ...verified,
  id: '3f8a2c1e-5b7d-4e90-9a3c-6d2f1b0e8c74',
  email: 'asha@example.com',
  is_verified: false,
}
const challenge = {
  token: 'ot_x',
  get resend_at() {
    return new Date(Date.now() + 34_000).toISOString()
  },
}
const list = '**/api/profile/emails'
const one = `${list}/*`

const answer = (page: Page, url: string, json: object, status = 200) =>
  page.route(url, (route) => route.fulfill({ status, json }))

const refusal = (code: string, message: string, fields = {}) => ({
  errors: { code, message, field_errors: fields },
})

async function reachEmails(page: Page): Promise<void> {
  await answer(page, '**/api/profile/phones', { data: [], meta: { page: -1, page_size: 0, total: 0 } })
  await page.route(list, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({
          json: { data: [primary, verified, claim], meta: { page: -1, page_size: 3, total: 3 } },
        })
      : route.fulfill({ json: { data: { ...claim, challenge } } }),
  )
  await page.goto('/account/contacts?platform=student')
  await signIn(page, 'student@foyer.test')
  await page.getByRole('button', { name: `Remove ${verified.email}` }).waitFor()
}

async function reachAddForm(page: Page): Promise<void> {
  await reachEmails(page)
  await press(page, 'Add another email address')
}

async function reachCode(page: Page): Promise<void> {
  await reachAddForm(page)
  await page.getByLabel('Email', { exact: true }).fill(claim.email)
  await press(page, 'Send code')
  await page.getByText('A 6-digit verification code was sent').waitFor()
}

async function askForPrimary(page: Page): Promise<void> {
  await reachEmails(page)
  await press(page, `Make sign-in address ${verified.email}`)
}

const link = '/revert-email/er_x?platform=student'
const change = {
  email: 'a•••@example.com',
  new_email: 'm•••@example.org',
  changed_at: createdAt,
  platform: 'student',
}
const changeUrl = '**/api/auth/email-changes/*'

export const emailStates: readonly State[] = [
  {
    title: 'account with an email to verify',
    reach: async (page) => {
      await answerDoors(page)
      await answer(page, list, {
        data: [primary, verified, claim],
        meta: { page: -1, page_size: 3, total: 3 },
      })
      await page.goto('/account?platform=student')
      await signIn(page, 'student@foyer.test')
    },
    check: shows(`Verify ${claim.email}`),
  },
  { title: 'emails', reach: reachEmails, check: shows(claim.email) },
  {
    title: 'emails that cannot be loaded',
    reach: async (page) => {
      await answer(page, list, {}, 503)
      await page.goto('/account/contacts?platform=student')
      await signIn(page, 'student@foyer.test')
    },
    check: hasButton('Try again to load your email addresses'),
    errors: [/503/],
  },
  {
    title: 'email, refused removal',
    reach: async (page) => {
      await reachEmails(page)
      await answer(page, one, refusal('last-email', 'This is your only verified email address.'), 400)
      await press(page, `Remove ${verified.email}`)
      await press(page, 'Remove address')
    },
    check: shows('This is your only verified email address.'),
    errors: [/400/],
  },
  { title: 'email, question for the sign-in address', reach: askForPrimary, check: shows('from now on?') },
  {
    title: 'add an email with an error',
    reach: async (page) => {
      await reachAddForm(page)
      await page.getByLabel('Email', { exact: true }).fill('asha')
      await press(page, 'Send code')
    },
    check: shows('Enter an email address like name@example.com'),
  },
  { title: 'verify an email', reach: reachCode, check: hasHeading('Check your email') },
  {
    title: 'verify an email with a wrong code',
    reach: async (page) => {
      await reachCode(page)
      const otp = ['That code isn’t right. Check the newest message.']
      await answer(page, `${one}/verify`, refusal('otp-wrong', otp[0] ?? '', { otp }), 400)
      await page.getByLabel('Code', { exact: true }).fill('123456')
    },
    check: shows('That code isn’t right. Check the newest message.'),
    errors: [/400/],
  },
  {
    title: 'undo the change of an email',
    reach: async (page) => {
      await answer(page, changeUrl, { data: change })
      await page.goto(link)
    },
    check: hasButton('Undo the change'),
  },
  {
    title: 'undo the change of an email, busy',
    reach: async (page) => {
      await answer(page, changeUrl, { data: change })
      await page.route(`${changeUrl}/revert`, () => {})
      await page.goto(link)
      await press(page, 'Undo the change')
    },
    check: shows('Undoing…'),
  },
  {
    title: 'undo the change of an email, expired link',
    reach: async (page) => {
      await answer(page, changeUrl, refusal('link-expired', 'This link has expired.'), 400)
      await page.goto(link)
    },
    check: hasHeading('This link has expired'),
    errors: [/400/],
  },
]
