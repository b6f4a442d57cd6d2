/** Tests that a user links an account of a provider from the section 'Security', in a browser's own windows (N-196). */
import { expect, heading, refusedRequests, signIn, test } from '../browser.ts'
import { noIcon } from '../pages/stand-in-steps.ts'
import { createUser } from '../test-users.ts'
import { choose, learnerHome, newGmail, openProvider } from './social-steps.ts'

const security = '/account/security?platform=student'

test.use({ allowed: { errors: [refusedRequests, noIcon] } })

test('a user links Google in the account, and signs in with it in another browser', async ({
  page,
  browser,
}) => {
  const address = await createUser(page.request, { platform: 'student', hasPassword: true })
  await page.goto(security)
  await signIn(page, address)
  await expect(heading(page)).toHaveText('Security')
  await page.getByRole('button', { name: 'Link Google' }).click()
  const email = newGmail()
  await choose(page, { email })
  await expect(page.locator('.notice-banner')).toContainText('Google linked.')
  await expect(page.getByRole('button', { name: 'Remove Google' })).toBeVisible()
  expect(page.url()).not.toMatch(/sr_|sl_|#/)

  const other = await (await browser.newContext()).newPage()
  await other.goto('/?platform=student')
  await choose(await openProvider(other), { email })
  await expect(other).toHaveURL(learnerHome)
})
