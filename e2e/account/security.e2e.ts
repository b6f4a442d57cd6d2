/** Tests that a user signs another browser out from the section 'Security', in the two ways and all others at once (N-181). */
import type { Page } from '@playwright/test'
import { expect, heading, password, refusedRequests, signIn, test, typePassword } from '../browser.ts'
import { choosePassword, chosenPassword } from '../passwords/password-steps.ts'
import { createUser } from '../test-users.ts'

const security = '/account/security?platform=professor'

test.use({ allowed: { errors: [refusedRequests] } })

const cards = (page: Page) => page.locator('.browser')
const other = (page: Page, name: RegExp) => cards(page).nth(1).getByRole('button', { name })

/** Loads the section again, which shows this browser and the other one. */
async function reloadWithOther(page: Page): Promise<void> {
  await page.goto(security)
  await expect(cards(page)).toHaveCount(2)
}

async function expectEnded(page: Page): Promise<void> {
  await page.reload()
  await expect(page.getByText('Your session has ended.').first()).toBeVisible()
}

test('a user ends another browser, says that it is not theirs, and signs out everywhere else', async ({
  page,
  browser,
}) => {
  const email = await createUser(page.request, { platform: 'professor', hasPassword: true })
  const elsewhere = await browser.newContext()
  const stranger = await elsewhere.newPage()
  for (const tab of [stranger, page]) {
    await tab.goto(security)
    await signIn(tab, email)
    await expect(heading(tab)).toHaveText('Security')
  }

  await reloadWithOther(page)
  await other(page, /^Sign out/).click()
  await expect(page.locator('.notice-banner')).toContainText('Signed out of')
  await expect(cards(page)).toHaveCount(1)
  await expectEnded(stranger)

  await typePassword(stranger, password)
  await expect(heading(stranger)).toHaveText('Security')
  await reloadWithOther(page)
  await other(page, /^That’s not me/).click()
  await expect(heading(page)).toHaveText('Change your password')
  await expectEnded(stranger)
  await page.getByLabel('Current password', { exact: true }).fill(password)
  await choosePassword(page)
  await expect(heading(page)).toHaveText('Security')

  await stranger.goto(security)
  await typePassword(stranger, password)
  await expect(stranger.locator('.field-error, .notice-error').first()).toBeVisible()
  await typePassword(stranger, chosenPassword)
  await expect(heading(stranger)).toHaveText('Security')
  await reloadWithOther(page)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(cards(page)).toHaveCount(1)
  await expectEnded(stranger)
  await page.reload()
  await expect(heading(page)).toHaveText('Security')
  await elsewhere.close()
})
