/** Lists the states of the phone numbers in the account. */
import type { Page } from '@playwright/test'
import { signIn } from '../browser.ts'
import { hasHeading, press, type State, shows } from '../state.ts'

const createdAt = '2026-11-20T09:30:00.000Z'
const email = {
  id: '0d6f8a52-3c1b-4f7e-9a28-5e4b7c9d1f30',
  email: 'student@foyer.test',
  is_primary: true,
  is_verified: true,
  created_at: createdAt,
}
const primary = {
  id: '5c2f9e17-4a6b-4d83-8f0e-1b7d3c9a2e56',
  phone_number: '+919876543210',
  formatted: '+91 98765 43210',
  is_primary: true,
  is_verified: true,
  created_at: createdAt,
}
const verified = {
  ...primary,
  id: '8e4b7c9d-1f30-4a28-b3e1-2f9c5a7d6e84',
  phone_number: '+919812345678',
  formatted: '+91 98123 45678',
  is_primary: false,
}
const claim = {
  ...verified,
  id: '3f8a2c1e-5b7d-4e90-9a3c-6d2f1b0e8c74',
  phone_number: '+447400123456',
  formatted: '+44 7400 123456',
  is_verified: false,
}
const challenge = {
  token: 'ot_x',
  get resend_at() {
    return new Date(Date.now() + 34_000).toISOString()
  },
}
const emails = '**/api/profile/emails'
const phones = '**/api/profile/phones'
const one = `${phones}/*`

const listed = (data: object[]) => ({ data, meta: { page: -1, page_size: data.length, total: data.length } })
const refusal = (code: string, message: string, fields = {}) => ({
  errors: { code, message, field_errors: fields },
})

async function open(page: Page, numbers: object[], addresses: object[] = [email]): Promise<void> {
  await page.route(emails, (route) => route.fulfill({ json: listed(addresses) }))
  await page.route(phones, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: listed(numbers) })
      : route.fulfill({ json: { data: { ...claim, challenge } } }),
  )
  await page.goto('/account/contacts?platform=student')
  await signIn(page, 'student@foyer.test')
}

const reachPhones = (page: Page) => open(page, [primary, verified, claim])

async function reachAddForm(page: Page, typed: string): Promise<void> {
  await open(page, [])
  await press(page, 'Add one phone number')
  await page.getByLabel('Phone number', { exact: true }).fill(typed)
}

async function reachCode(page: Page): Promise<void> {
  await reachAddForm(page, claim.phone_number)
  await press(page, 'Send code')
  await page.getByText('A 6-digit verification code was sent').waitFor()
}

export const phoneStates: readonly State[] = [
  { title: 'phones', reach: reachPhones, check: shows(claim.formatted) },
  { title: 'phones, none', reach: (page) => open(page, []), check: shows('Not set') },
  {
    title: 'phones, an account with a phone only',
    reach: (page) => open(page, [primary], []),
    check: shows('With an email address you get back into your account'),
  },
  {
    title: 'phones, question for the primary number',
    reach: async (page) => {
      await reachPhones(page)
      await press(page, `Make primary ${verified.formatted}`)
    },
    check: shows('Codes by text message go there from now on'),
  },
  {
    title: 'phone, refused removal',
    reach: async (page) => {
      await open(page, [primary], [])
      const sentence = 'This is your only verified contact. Verify another one first, then remove it.'
      await page.route(one, (route) => route.fulfill({ status: 400, json: refusal('last-phone', sentence) }))
      await press(page, `Remove ${primary.formatted}`)
      await press(page, 'Remove number')
    },
    check: shows('This is your only verified contact.'),
    errors: [/400/],
  },
  {
    title: 'add a phone with its country',
    reach: (page) => reachAddForm(page, '098765 43210'),
    check: (page) => page.getByLabel('Country', { exact: true }).waitFor(),
  },
  {
    title: 'add a phone with an error',
    reach: async (page) => {
      await reachAddForm(page, 'asha')
      await press(page, 'Send code')
    },
    check: shows('Enter a phone number with its country code'),
  },
  { title: 'verify a phone', reach: reachCode, check: hasHeading('Check your phone') },
  {
    title: 'verify a phone of another account',
    reach: async (page) => {
      await reachCode(page)
      const otp = ['This phone number belongs to another account.']
      await page.route(`${one}/verify`, (route) =>
        route.fulfill({ status: 400, json: refusal('phone-in-use', otp[0] ?? '', { otp }) }),
      )
      await page.getByLabel('Code', { exact: true }).fill('123456')
    },
    check: shows('This phone number belongs to another account.'),
    errors: [/400/],
  },
]
