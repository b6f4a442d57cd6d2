/** Lists the states of the second step of a sign-in. */
import type { Page } from '@playwright/test'
import { someCodes } from '../account/second-factor-states.ts'
import { password, signIn } from '../browser.ts'
import { hasButton, hasField, hasFieldError, press, type State, shows } from '../state.ts'

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const ways = {
  token: 'a'.repeat(43),
  user: '7c1d9a40-2e6b-4f3d-8a5e-000000000001',
  totp: true,
  recovery_code: true,
  passkey: true,
  remember_days: 30,
}
const newTotp = {
  id: '7c1d9a40-2e6b-4f3d-8a5e-000000000701',
  secret,
  uri: `otpauth://totp/Foyer:student%40foyer.test?secret=${secret}&issuer=Foyer`,
}
const needed = {
  code: 'second-factor-needed',
  detail: 'Enter the code of your authenticator app, or use another second step.',
}
const enrolment = {
  code: 'enrolment-needed',
  detail: 'This platform asks for a second step at each sign-in. Set yours up to continue.',
  enrolment: { token: ways.token },
}
const wrong = { code: 'second-factor-wrong', detail: 'That code isn’t right. Check it and try again.' }
const errors = [/status of 4\d\d/]

/** Answers the right password with a refusal, so that the shared user gets no second factor. */
async function reach(page: Page, refusal: object): Promise<void> {
  await page.route('**/api/auth/sso/login*', (route) =>
    route.fulfill({ status: 403, json: { errors: refusal } }),
  )
  await page.goto('/?platform=student')
  await signIn(page, 'student@foyer.test')
  await page.getByRole('dialog').waitFor()
}

const reachStep = (page: Page, more: object = {}) =>
  reach(page, { ...needed, second_factor: { ...ways, ...more } })

async function reachSetup(page: Page): Promise<void> {
  await reach(page, enrolment)
  await page.route('**/api/auth/second-factor/enrolment', (route) =>
    route.fulfill({ json: { data: newTotp } }),
  )
  await press(page, 'Set up an app')
  await page.getByLabel('Code from the app').waitFor()
}

/**
 * Answers the sign-in with a date, because no demo user has to set up a second factor. The test signs in itself: Firefox shows
 * it no body of a request, so it cannot send one on.
 */
async function reachReminder(page: Page): Promise<void> {
  await page.route('**/api/auth/sso/login*', async (route) => {
    const product = 'learning'
    const found = await page.request.post('/api/auth/users/fetch', {
      data: { user_id: 'student@foyer.test', product },
    })
    const { uuid } = (await found.json()).data
    const response = await page.request.post('/api/auth/sso/login', { data: { uuid, password, product } })
    const { data } = await response.json()
    await route.fulfill({ response, json: { data: { ...data, enrol_by: '2099-12-12T09:30:00.000Z' } } })
  })
  await page.goto('/?platform=student')
  await signIn(page, 'student@foyer.test')
  await page.getByRole('heading', { level: 1, name: 'Set up your second step' }).waitFor()
}

export const secondStepStates: readonly State[] = [
  {
    title: 'sign-in, reminder of a second step',
    reach: reachReminder,
    check: shows('asks for a second step from'),
  },
  { title: 'sign-in, second step', reach: reachStep, check: hasField('Code from the app'), errors },
  {
    title: 'sign-in, second step with a wrong code',
    reach: async (page) => {
      await reachStep(page)
      await page.route('**/api/auth/second-factor', (route) =>
        route.fulfill({ status: 400, json: { errors: wrong } }),
      )
      await page.getByLabel('Code from the app').fill('123456')
    },
    check: hasFieldError,
    errors,
  },
  {
    title: 'sign-in, second step by recovery code',
    reach: (page) => reachStep(page, { totp: false, passkey: false, remember_days: null }),
    check: hasField('Recovery code'),
    errors,
  },
  {
    title: 'sign-in, second step to set up',
    reach: (page) => reach(page, enrolment),
    check: hasButton('Set up an app'),
    errors,
  },
  {
    title: 'sign-in, second step, setting up an app',
    reach: reachSetup,
    check: shows('authenticator app'),
    errors,
  },
  {
    title: 'sign-in, second step, recovery codes',
    reach: async (page) => {
      await reachSetup(page)
      const user = {
        uuid: newTotp.id,
        email: 'student@foyer.test',
        is_email_verified: true,
        first_name: 'Asha',
        last_name: 'Rao',
        full_name: 'Asha Rao',
      }
      const session = { access_token: ways.token, refresh_token: ways.token, user, platform: 'student' }
      const data = { session, recovery_codes: someCodes }
      await page.route('**/api/auth/second-factor/enrolment/confirm', (route) =>
        route.fulfill({ json: { data } }),
      )
      await page.getByLabel('Code from the app').fill('123456')
    },
    check: hasButton('Print'),
    errors,
  },
]
