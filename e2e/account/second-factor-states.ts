/** Lists the states of the second step in the section 'Security'. */
import type { Page } from '@playwright/test'
import { hasButton, hasFieldError, press, type State, shows } from '../state.ts'
import { reachSecurity, someFactors } from './security-states.ts'

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const newTotp = {
  id: '7c1d9a40-2e6b-4f3d-8a5e-000000000701',
  secret,
  uri: `otpauth://totp/Foyer:student%40foyer.test?secret=${secret}&issuer=Foyer`,
}
export const someCodes = Array.from({ length: 10 }, (_, index) => `7KQ${index}M-X9T4C`)

const none = { ...someFactors, items: [], recovery_codes_left: 0, recovery_codes_at: null }

/** Opens the setup of a first app. */
async function reachSetup(page: Page): Promise<void> {
  await reachSecurity(page, { factors: none })
  await page.route('**/api/auth/second-factors', (route) =>
    route.fulfill({ json: { data: route.request().method() === 'POST' ? newTotp : none } }),
  )
  await press(page, 'Add an authenticator app')
  await page.getByLabel('Code from the app').waitFor()
}

async function typeCode(page: Page, answer: object): Promise<void> {
  await page.route('**/api/auth/second-factors/*/confirm', (route) => route.fulfill(answer))
  await page.getByLabel('Code from the app').fill('123456')
}

export const secondFactorStates: readonly State[] = [
  {
    title: 'second step of a user without an app, who needs one soon',
    reach: (page) =>
      reachSecurity(page, { factors: { ...none, is_required: true, enrol_by: '2099-12-12T09:30:00.000Z' } }),
    check: hasButton('Add an authenticator app'),
  },
  { title: 'second step, setting up an app', reach: reachSetup, check: hasButton('Add this app') },
  {
    title: 'second step, setting up an app with a wrong code',
    reach: async (page) => {
      await reachSetup(page)
      const errors = { code: 'second-factor-wrong', detail: 'That code isn’t right. Check it and try again.' }
      await typeCode(page, { status: 400, json: { errors } })
    },
    check: hasFieldError,
    errors: [/400/],
  },
  {
    title: 'second step, recovery codes',
    reach: async (page) => {
      await reachSetup(page)
      const data = { factor: someFactors.items[0], recovery_codes: someCodes }
      await typeCode(page, { json: { data } })
    },
    check: hasButton('I’ve saved my codes'),
  },
  {
    title: 'second step, removing the last app',
    reach: async (page) => {
      await reachSecurity(page)
      await press(page, 'Remove Authenticator on my phone')
    },
    check: shows('After that, your password is enough to sign in'),
  },
  {
    title: 'second step, new recovery codes',
    reach: async (page) => {
      await reachSecurity(page)
      await press(page, 'Make new codes')
    },
    check: shows('Make ten new codes?'),
  },
]
