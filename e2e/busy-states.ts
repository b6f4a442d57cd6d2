/** Lists the states of forms during a request, which the service never answers. */
import type { Page } from '@playwright/test'
import { expect, signIn, typeIdentifier } from './browser.ts'
import { choosePassword, createAdmin, requestLink } from './passwords/password-steps.ts'
import { reachOtpStep } from './sign-in/otp-step.ts'
import { reachPasswordStep, typePasswords } from './sign-up/sign-up-steps.ts'
import { press, type State } from './state.ts'
import { createUser } from './test-users.ts'

/** Waits for a busy button. Busy buttons keep focus and width, so they are marked instead of disabled. */
export const isBusy = (page: Page) =>
  expect(page.locator('.button[aria-disabled=true], .form-frame-veil[data-shown]').first()).toBeVisible()

/** Holds requests to the URL without an answer; requests with another method pass. */
export async function hold(page: Page, url: string, method = 'POST'): Promise<void> {
  await page.route(url, (route) => (route.request().method() === method ? undefined : route.fallback()))
}

export const busyStates: State[] = [
  {
    title: 'identifier step, busy',
    reach: async (page) => {
      await hold(page, '**/users/fetch')
      await page.goto('/?platform=student')
      await typeIdentifier(page, 'student@foyer.test')
    },
    check: isBusy,
  },
  {
    title: 'password step, busy',
    reach: async (page) => {
      await hold(page, '**/sso/login**')
      await page.goto('/?platform=student')
      await signIn(page, 'student@foyer.test')
    },
    check: isBusy,
  },
  {
    title: 'code step, busy',
    reach: async (page) => {
      await hold(page, '**/users/otp/verify**')
      await reachOtpStep(page, await createUser(page.request, { hasPassword: false }), page.request)
      await page.getByLabel('Code', { exact: true }).pressSequentially('123456')
    },
    check: isBusy,
  },
  ...(['school', 'svp'] as const).map(
    (area): State => ({
      title: `${area} sign-in, busy`,
      reach: async (page) => {
        await hold(page, '**/sso/login**')
        await page.goto(area === 'svp' ? '/?platform=svp' : '/school/login')
        await page.locator('input[autocomplete~=username]').fill(`unknown-${Date.now()}@foyer.test`)
        await page.getByLabel('Password', { exact: true }).fill('any')
        await page.locator('button[type=submit]').click()
      },
      check: isBusy,
    }),
  ),
  {
    title: 'sign-up, password step, busy',
    reach: async (page) => {
      await hold(page, '**/api/auth/signup*')
      await reachPasswordStep(page)
      await typePasswords(page)
    },
    check: isBusy,
  },
  {
    title: 'forgot password, busy',
    reach: async (page) => {
      await hold(page, '**/api/auth/forgot-password')
      await page.goto('/forgot-password?platform=student')
      await page.getByLabel('Email or phone number').fill('asha@example.com')
      await press(page, 'Send reset link')
    },
    check: isBusy,
  },
  {
    title: 'new password, busy',
    reach: async (page) => {
      await hold(page, '**/api/auth/reset-password/**')
      await page.goto(await requestLink(page.request, await createAdmin(page.request)))
      await choosePassword(page)
    },
    check: isBusy,
  },
  {
    title: 'change name, busy',
    reach: async (page) => {
      await hold(page, '**/users/name', 'PUT')
      await page.goto('/account?platform=professor#name')
      await signIn(page, 'professor@foyer.test')
      await page.getByLabel('First Name').fill('Vikram')
      await press(page, 'Save name')
    },
    check: isBusy,
  },
  {
    title: 'change password, busy',
    reach: async (page) => {
      await hold(page, '**/api/auth/change-password')
      await page.goto('/account/security?platform=professor#password')
      await signIn(page, 'professor@foyer.test')
      await page.getByLabel('Current password', { exact: true }).fill('any')
      await choosePassword(page)
    },
    check: isBusy,
  },
]
