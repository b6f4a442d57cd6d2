/** Gives every browser test a page whose console must have no errors, and provides the steps of a sign-in. */
import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { answerMissingCommand } from './firefox.ts'
import { waitForStarts } from './page-start.ts'
import { createUser } from './test-users.ts'

export const password = 'foyer-demo-2026'

/** Firefox reports a failed font (NS_BINDING_ABORTED) if the user leaves the page while the font loads. */
const cancelledFont = /downloadable font: download failed .* status=2152398850 /

/** Fails a test for every console error: the console shows hydration, policy and script errors. */
export const test = base.extend<
  { allowed: { errors: RegExp[] }; alsoAllowed: RegExp[] },
  { browser: Browser }
>({
  browser: [
    async ({ browser, browserName }, use) => {
      if (browserName === 'firefox') answerMissingCommand(browser)
      waitForStarts(browser)
      await use(browser)
    },
    { scope: 'worker' },
  ],
  /** Console errors that a test causes on purpose. */
  allowed: [{ errors: [] }, { option: true }],
  /** A list per test, to which the test adds errors of one browser or step. */
  alsoAllowed: async ({ browserName: _ }, use) => use([]),
  page: async ({ page, allowed, alsoAllowed }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => {
      if (
        message.type() === 'error' ||
        /hydrat|Content Security Policy|TrustedScript|Analytics did not/i.test(message.text())
      ) {
        errors.push(message.text())
      }
    })
    await use(page)
    const patterns = [cancelledFont, ...allowed.errors, ...alsoAllowed]
    const faults = errors.filter((text) => !patterns.some((pattern) => pattern.test(text)))
    // Ends the requests that the test held; their answers are not part of the test.
    await endRoutes(page.context())
    expect(faults).toEqual([])
  },
})

export { expect }

/** Removes the routes. A request in a route at the end of a test would otherwise fail a test that has passed. */
async function endRoutes(context: BrowserContext): Promise<void> {
  const owners = [context, ...context.pages()]
  await Promise.allSettled(owners.map((owner) => owner.unrouteAll({ behavior: 'ignoreErrors' })))
}

/** Tags tests of our script and the service, which behave the same in every engine; they run only in Chromium. */
export const inOneEngine = { tag: '@one-engine' } as const

/** Enables motion, which playwright.config.ts turns off. For `test.use`. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })

/** Chromium reports every response with status 400 or above as a console error. */
export const refusedRequests = /Failed to load resource: the server responded with a status of 4\d\d/
export const cutNetwork = /net::ERR_(FAILED|INTERNET_DISCONNECTED|CONNECTION_REFUSED)/

export async function typeIdentifier(page: Page, identifier: string): Promise<void> {
  await page.getByLabel('Email or phone number').fill(identifier)
  await page.getByRole('button', { name: 'Next' }).click()
}

export async function typePassword(page: Page, text = password): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function signIn(page: Page, identifier: string): Promise<void> {
  await typeIdentifier(page, identifier)
  await typePassword(page)
}

/**
 * Signs in as a new user named Ravi Kumar and returns the email. Each test has its own user, because an account allows
 * few sessions.
 */
export async function signInAsNew(page: Page, platform = 'student'): Promise<string> {
  const email = await createUser(page.request, { platform, hasPassword: true })
  await signIn(page, email)
  return email
}

/**
 * Ignores the error of a press that closes its window: `press(…).catch(allowClosed)`. The window may close before the
 * press returns.
 */
export function allowClosed(error: unknown): void {
  if (!/has been closed/.test(String(error))) throw error
}

/** Signs out of the platform through the account menu in the header. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('link', { name: /^Sign out of (?!everything)/ }).click()
}
