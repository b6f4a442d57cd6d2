/** How to get to every state of the pages of passwords, for the tests that look at all pages. */
import type { Page } from '@playwright/test'
import { expect, signIn } from './browser.ts'
import {
  askedLink,
  choosePassword,
  heading,
  invited,
  newPassword,
  newProfessor,
} from './passwords/password-steps.ts'

const calls = '**/api/auth/reset-password/**'

export const passwordStates: Record<string, (page: Page) => Promise<unknown>> = {
  'forgot password': (page) => page.goto('/forgot-password?platform=student&email=asha%40example.com'),
  'forgot password with an error': async (page) => {
    await page.goto('/school/forgot-password?platform=school')
    await page.getByRole('button', { name: 'Send reset link' }).click()
  },
  'a link that was sent': async (page) => {
    await page.goto('/forgot-password?platform=student')
    await page.locator('#username').fill(`nobody-with-a-long-name-${Date.now()}@gmail.com`)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await expect(heading(page)).toHaveText('Check your email')
  },
  'a link that is looked at': async (page) => {
    await page.route(calls, () => {})
    await toLink(page)
    await expect(page.locator('.outline-button')).toBeVisible()
  },
  'a link nobody could look at': async (page) => {
    const json = { errors: { code: 'unexpected', message: 'Something went wrong.' } }
    await page.route(calls, (route) => route.fulfill({ status: 429, json }))
    await toLink(page)
    await page.getByText('Something went wrong').first().waitFor()
  },
  'new password': async (page) => {
    await toLink(page)
    await newPassword(page).waitFor()
  },
  'new password with errors': async (page) => {
    await toLink(page)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('There is a problem').waitFor()
  },
  'new password that is easy to guess': async (page) => {
    await toLink(page)
    await choosePassword(page, 'password123')
    await page.getByText('harder to guess').waitFor()
  },
  'an invitation to the closed beta': async (page) => {
    const { link } = await invited(page.request, { isBeta: true, platform: 'student' })
    await page.goto(link)
    await newPassword(page).waitFor()
  },
  'a link that has expired': async (page) => {
    const email = await newProfessor(page.request)
    const link = await askedLink(page.request, email)
    await askedLink(page.request, email, { count: 2 })
    await page.goto(link)
    await page.getByRole('button', { name: 'Send a new link' }).waitFor()
  },
  'a link that is not valid': async (page) => {
    await page.goto('/reset-password/11111111-1111-4111-8111-111111111111/rs_nothing/17?platform=student')
    await expect(heading(page)).toHaveText('This link is not valid')
  },
  'changing the password': async (page) => {
    await toChange(page)
  },
  'changing the password with errors': async (page) => {
    await toChange(page)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('There is a problem').waitFor()
  },
}

async function toLink(page: Page): Promise<void> {
  await page.goto(await askedLink(page.request, await newProfessor(page.request)))
}

async function toChange(page: Page): Promise<void> {
  await page.goto('/?platform=serviceAdmin')
  await signIn(page, 'serviceadmin@foyer.test')
  await page.waitForURL(/account/)
  await page.getByRole('button', { name: 'Change your password' }).click()
  await page.getByLabel('Current password', { exact: true }).waitFor()
}
