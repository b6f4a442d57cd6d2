/** Lists the states of the dialog that asks for a proof before a change. */
import type { Page } from '@playwright/test'
import { signIn } from '../browser.ts'
import { codeField } from '../sign-in/otp-step.ts'
import { hasField, hasFieldError, press, type State, shows } from '../state.ts'

const code = { medium: 'email', contact: 's•••@foyer.test' }
const stepUpUrl = '**/api/auth/step-up'
const sendUrl = '**/api/auth/users/otp'

/** Opens the dialog over the form that adds an address. The proof of the demo user is never too old. */
async function reachDialog(
  page: Page,
  proofs: object = { has_passkey: false, has_password: true, code },
): Promise<void> {
  const errors = {
    code: 'proof-needed',
    message: 'Show that it is you: use a passkey, your password or a code.',
    proofs,
  }
  await page.route('**/api/profile/emails', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { errors } })
      : route.fulfill({ json: { data: [], meta: { page: -1, page_size: 0, total: 0 } } }),
  )
  await page.goto('/account/contacts?platform=student')
  await signIn(page, 'student@foyer.test')
  await press(page, 'Add one email address')
  await page.getByLabel('Email', { exact: true }).fill('asha@example.com')
  await press(page, 'Send code')
  await page.getByRole('dialog').waitFor()
}

async function reachCode(page: Page): Promise<void> {
  const data = { token: 'ot_x', resend_at: new Date(Date.now() + 34_000).toISOString() }
  await page.route(sendUrl, (route) => route.fulfill({ json: { data } }))
  await reachDialog(page)
  await press(page, 'Email me a code')
  await codeField(page).waitFor()
}

async function refuse(page: Page, url: string, status: number, errors: object): Promise<void> {
  const headers = { 'retry-after': '30' }
  await page.route(url, (route) => route.fulfill({ status, headers, json: { errors } }))
}

async function confirm(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await press(page, 'Confirm')
}

const errors = [/status of 4\d\d/]

const withPasskey = { has_passkey: true, has_password: true, code }
const optionsUrl = '**/api/auth/step-up/options'

export const stepUpStates: readonly State[] = [
  {
    title: 'step-up, authenticator app',
    reach: (page) => reachDialog(page, { has_passkey: false, has_totp: true, has_password: true, code }),
    check: hasField('Code from the app'),
    errors,
  },
  {
    title: 'step-up, passkey',
    reach: (page) => reachDialog(page, withPasskey),
    check: shows('Use your passkey before you change this.'),
    errors,
  },
  {
    title: 'step-up, passkey refused',
    reach: async (page) => {
      const detail =
        'This passkey belongs to another account. Choose the passkey of this one, or use another way.'
      await refuse(page, optionsUrl, 400, { code: 'passkey-refused', detail })
      await reachDialog(page, withPasskey)
      await press(page, 'Use your passkey')
    },
    check: shows('This passkey belongs to another account.'),
    errors,
  },
  { title: 'step-up, password', reach: (page) => reachDialog(page), check: hasField('Password'), errors },
  {
    title: 'step-up, wrong password',
    reach: async (page) => {
      const password = ['That password isn’t right. Try again or reset it.']
      const refused = { code: 'wrong-credentials', field_errors: { password } }
      await refuse(page, stepUpUrl, 400, refused)
      await reachDialog(page)
      await confirm(page)
    },
    check: hasFieldError,
    errors,
  },
  {
    title: 'step-up, locked',
    reach: async (page) => {
      const message = 'Too many attempts. Please try again in 30 seconds.'
      await refuse(page, stepUpUrl, 429, { code: 'too-many-attempts', message })
      await reachDialog(page)
      await confirm(page)
    },
    check: shows('Too many attempts'),
    errors,
  },
  {
    title: 'step-up, busy',
    reach: async (page) => {
      await page.route(stepUpUrl, () => {})
      await reachDialog(page)
      await confirm(page)
    },
    check: shows('Checking…'),
    errors,
  },
  { title: 'step-up, code', reach: reachCode, check: shows('A 6-digit code was sent to'), errors },
  {
    title: 'step-up, wrong code',
    reach: async (page) => {
      const otp = ['That code isn’t right. Check the newest message.']
      await refuse(page, stepUpUrl, 400, { code: 'otp-wrong', field_errors: { otp } })
      await reachCode(page)
      await codeField(page).fill('123456')
    },
    check: shows('That code isn’t right. Check the newest message.'),
    errors,
  },
  {
    title: 'step-up without a password',
    reach: (page) => reachDialog(page, { has_passkey: false, has_password: false, code }),
    check: shows('We’ll send a code to'),
    errors,
  },
]
