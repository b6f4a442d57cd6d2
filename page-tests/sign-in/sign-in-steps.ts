/** Takes tests to the steps of sign-in. */
import assert from 'node:assert/strict'
import type { Platform } from '@foyer/contract/platforms'
import { type Browser, openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import type { TabOptions } from '../browser/tab.ts'
import { identifierLabel, typeIdentifier } from '../otp/otp-steps.ts'

export const loginPath = '/api/auth/sso/login'
export const fetchPath = '/api/auth/users/fetch'

/** Returns the page of a platform's user after the sign-in. */
export const homeOf = (platform: Platform) => `https://${platform.toLowerCase()}.example/home`

/** Opens sign-in in the given browser, or in a new browser. */
export async function openSignIn(
  given: TabOptions & { browser?: Browser; platform?: Platform; query?: string } = {},
): Promise<{ browser: Browser; page: Page }> {
  const { browser = await openBrowser(), platform = 'student', query = '' } = given
  return { browser, page: await browser.open(`/?platform=${platform}${query}`, given) }
}

/** Takes a new user to the password step. */
export async function reachPasswordStep(given: Parameters<typeof openSignIn>[0] = {}) {
  const { browser, page } = await openSignIn(given)
  const { email } = await browser.service.makeUser({ platforms: [given.platform ?? 'student'] })
  await typeIdentifier(page, email)
  await page.focused('current-password')
  return { browser, page, email }
}

/** Submits a password on the password step. */
export async function typePassword(page: Page, password: string): Promise<void> {
  await page.type('Password', password)
  await page.press('Sign in')
}

/** Waits until the first field has this value. */
export async function showsIdentifier(page: Page, identifier: string): Promise<void> {
  const field = await page.field(identifierLabel)
  await page.waitFor(() => assert.equal(field.value, identifier))
}
