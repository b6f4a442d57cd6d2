/** Lists the mails, and the pages outside the front end, for the gallery. */
import { socialProviders } from '@foyer/contract/social/providers'
import type { Page } from '@playwright/test'
import { withMarksInside } from '../api/src/messages/marks.ts'
import { renderMessage } from '../api/src/messages/render-message.ts'
import type { TemplateName } from '../api/src/messages/templates.ts'
import { sampleValues } from '../api/src/messages/test-sample-values.ts'
import { expect, heading, signIn } from './browser.ts'
import { openIdClient, openIdPath } from './embedding/openid-page.ts'
import { noIcon, standInPages } from './pages/stand-in-steps.ts'
import { createAdmin, requestLink } from './passwords/password-steps.ts'
import { goto, type State } from './state.ts'
import { demoUrl, parents } from './test-installation.ts'

export const otherPages: State[] = [
  {
    title: 'API reference',
    // Scalar renders a route only when it is in the viewport.
    reach: goto('/docs#tag/sign-in/POST/api/auth/users/fetch'),
    check: async (page) => {
      await expect(heading(page)).toHaveText('Foyer')
      await expect(page.getByRole('button', { name: /^400/ }).first()).toBeVisible()
    },
    // A library of Scalar tests whether the page may evaluate text, and does without. Firefox logs the refusal.
    errors: [/blocked a JavaScript eval/],
  },
  {
    title: 'guide for platforms',
    reach: goto('/docs/guide'),
    check: (page) => expect(heading(page)).toBeVisible(),
  },
  {
    title: 'development inbox',
    // Shows the messages of one new user, because other messages differ between visits.
    reach: async (page) => {
      const email = await createAdmin(page.request)
      await requestLink(page.request, email)
      await page.goto(`/dev/inbox?to=${email}`)
    },
    check: (page) => expect(heading(page)).toBeVisible(),
  },
  {
    title: 'consent to a client of OpenID Connect',
    reach: async (page) => {
      const redirectUri = `${parents.sameSite}${openIdPath}`
      const query = new URLSearchParams({
        ...{ client_id: openIdClient, redirect_uri: redirectUri, response_type: 'code', prompt: 'consent' },
        scope: 'openid profile email foyer.profile offline_access',
        ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' },
      })
      await page.goto(`/authorize?${query}`)
      await signIn(page, 'student@foyer.test')
    },
    check: (page) => expect(heading(page)).toHaveText(/^Let .+ use your account\?$/),
  },
  {
    title: 'wrong link of OpenID Connect',
    reach: goto('/authorize?client_id=nobody'),
    check: (page) => expect(heading(page)).toHaveText('This link does not work'),
    errors: [/status of 400/],
  },
  {
    title: 'sign-in on a device, wrong code',
    reach: async (page) => {
      await page.goto('/device')
      await page.getByLabel('Code').fill('WRNG-CODE')
      await page.getByRole('button', { name: 'Continue' }).click()
    },
    check: (page) => expect(page.getByRole('alert')).toContainText('This code is wrong'),
    errors: [/status of 400/],
  },
  ...[null, 'Sign in', 'Do not sign in'].map((answer) => ({
    title: answer === null ? 'question for a device' : `answer for a device, ${answer}`,
    reach: async (page: Page) => {
      const form = { client_id: openIdClient, scope: 'openid profile foyer.profile' }
      const device = await (await page.request.post('/device_authorization', { form })).json()
      await page.goto(`/device?user_code=${device.user_code}`)
      await page.getByRole('button', { name: 'Continue' }).click()
      await signIn(page, 'student@foyer.test')
      // The wait for this button is as long as that of every action.
      await page.getByRole('button', { name: 'Do not sign in' }).waitFor()
      if (answer !== null) await page.getByRole('button', { name: answer, exact: true }).click()
    },
    check: (page: Page) =>
      expect(heading(page)).toHaveText(answer === null ? /^Sign in to Chess Club on/ : /^The device is/),
  })),
  {
    title: 'demo platform',
    reach: goto(demoUrl),
    check: (page) => expect(heading(page)).toBeVisible(),
  },
  ...socialProviders.map((provider) => ({
    title: `stand-in of ${provider}`,
    reach: goto(standInPages[provider]),
    check: (page: Page) => expect(heading(page)).toContainText('Continue to Foyer with'),
    errors: [noIcon],
  })),
]

/** Returns the HTML of a sample mail with embedded images. */
export function mailOf(name: TemplateName): string {
  return withMarksInside(renderMessage(sender, name, recipient, sampleValues[name]).html ?? '')
}

const recipient = { channel: 'email', to: 'asha.rao@example.com' } as const

/** The sender of sample mails. */
const sender = {
  provider: 'Foyer',
  supportEmail: 'support@foyer.example',
  baseUrl: 'https://accounts.foyer.example',
}

export const mails: State[] = (Object.keys(sampleValues) as TemplateName[]).map((name) => ({
  title: `mail ${name}`,
  reach: (page) => page.setContent(mailOf(name)),
  check: (page) => expect(page.locator('body')).not.toBeEmpty(),
}))
