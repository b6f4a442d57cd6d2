import type { Page } from '@playwright/test'
import { cutNetwork, expect, typeIdentifier } from '../browser.ts'
import { codeField } from '../sign-in/otp-step.ts'
import { goto, hasButton, hasHeading, press, type State, shows } from '../state.ts'
import { createUser, newestCode } from '../test-users.ts'
import {
  choosePassword,
  chosenPassword,
  createAdmin,
  invite,
  newPassword,
  requestLink,
  signedIn,
} from './password-steps.ts'

const linkCalls = '**/api/auth/reset-password/**'

export const passwordStates: State[] = [
  {
    title: 'forgot password',
    reach: goto('/forgot-password?platform=student&email=asha%40example.com'),
    check: hasHeading('Forgot your password?'),
  },
  {
    title: 'forgot password with an error',
    reach: async (page) => {
      await page.goto('/school/forgot-password?platform=school')
      await press(page, 'Send reset link')
    },
    check: shows('Enter your email'),
  },
  {
    title: 'reset link sent',
    reach: async (page) => {
      await page.goto('/forgot-password?platform=student')
      await page.locator('#username').fill(`unknown-with-a-long-name-${Date.now()}@gmail.com`)
      await press(page, 'Send reset link')
    },
    check: hasHeading('Check your email'),
  },
  {
    title: 'link being checked',
    reach: async (page) => {
      await page.route(linkCalls, () => {})
      await openLink(page)
    },
    check: (page) => expect(page.locator('.outline-button')).toBeVisible(),
  },
  {
    title: 'link that could not be checked',
    reach: async (page) => {
      const json = { errors: { code: 'unexpected', message: 'Something went wrong.' } }
      await page.route(linkCalls, (route) => route.fulfill({ status: 429, json }))
      await openLink(page)
    },
    check: shows('Something went wrong'),
  },
  {
    title: 'new password',
    reach: openLink,
    check: (page) => expect(newPassword(page)).toBeVisible(),
  },
  {
    title: 'new password with errors',
    reach: async (page) => {
      await openLink(page)
      await press(page, 'Change password')
    },
    check: shows('Choose a new password'),
  },
  {
    title: 'new password that is easy to guess',
    reach: async (page) => {
      await openLink(page)
      await choosePassword(page, 'password123')
    },
    check: shows('harder to guess'),
  },
  {
    title: 'sign-in after a new password',
    reach: async (page) => {
      await page.route('**/sso/login?**', () => {})
      await openLink(page)
      await choosePassword(page)
    },
    check: shows('Saved. Signing in…'),
  },
  {
    title: 'sign-in after a new password with an error',
    reach: async (page) => {
      await page.route('**/sso/login?**', (route) => route.abort())
      await openLink(page)
      await choosePassword(page)
    },
    check: shows('Your new password is saved.'),
    errors: [cutNetwork],
  },
  {
    title: 'invitation',
    reach: async (page) => page.goto((await invite(page.request, { platform: 'school' })).link),
    check: hasHeading('Create your password'),
  },
  {
    title: 'invitation to the closed beta',
    reach: async (page) =>
      page.goto((await invite(page.request, { isBeta: true, platform: 'student' })).link),
    check: shows('Welcome to the closed beta'),
  },
  { title: 'expired link', reach: openExpiredLink, check: hasButton(/^Send a new link to/) },
  {
    title: 'new link sent',
    reach: async (page) => {
      await openExpiredLink(page)
      await page.getByRole('button', { name: /^Send a new link to/ }).click()
    },
    check: shows('We’ve sent a new link to'),
  },
  {
    title: 'used link',
    reach: async (page) => {
      const link = await requestLink(page.request, await createAdmin(page.request))
      await page.goto(link)
      await choosePassword(page)
      await page.waitForURL(signedIn)
      await page.goto(link)
    },
    check: hasHeading('This link has already been used'),
  },
  {
    title: 'invalid link',
    reach: goto('/reset-password/11111111-1111-4111-8111-111111111111/rs_nothing/17?platform=student'),
    check: hasHeading('This link is not valid'),
  },
  {
    title: 'address of a link page without a link',
    reach: goto('/school/reset-password/-/-/-?platform=school'),
    check: hasHeading('Open the link again'),
  },
  {
    title: 'account without a password',
    reach: openWithoutPassword,
    check: hasButton('Set a password'),
  },
  {
    title: 'first password with an error',
    reach: async (page) => {
      await openWithoutPassword(page)
      await press(page, 'Set a password')
      await press(page, 'Send code')
    },
    check: shows('Choose a password'),
  },
  {
    title: 'code of a first password with an error',
    reach: async (page) => {
      await openWithoutPassword(page)
      await press(page, 'Set a password')
      await newPassword(page).fill(chosenPassword)
      await page.getByLabel('Confirm password', { exact: true }).fill(chosenPassword)
      await press(page, 'Send code')
      await press(page, 'Verify')
    },
    check: shows('Enter the 6 digits of the code'),
  },
]

async function openWithoutPassword(page: Page): Promise<void> {
  const email = await createUser(page.request)
  await page.goto('/?platform=student&return=account-security')
  await typeIdentifier(page, email)
  await codeField(page).fill(await newestCode(page.request, email))
  await page.getByRole('button', { name: 'Set a password' }).waitFor()
}

async function openLink(page: Page): Promise<void> {
  await page.goto(await requestLink(page.request, await createAdmin(page.request)))
}

/** Requests a second link, which makes the first one expire. */
async function openExpiredLink(page: Page): Promise<void> {
  const email = await createAdmin(page.request)
  const link = await requestLink(page.request, email)
  await requestLink(page.request, email, { count: 2 })
  await page.goto(link)
}
