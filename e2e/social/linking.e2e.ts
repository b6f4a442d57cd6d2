/** Walks the way on which a provider and an account with the same email come together (security.md 1.5). */
import { expect, heading, password, refusedRequests, test } from '../browser.ts'
import { createUser } from '../test-users.ts'
import { choose, forgetSession, learnerHome, providerButton, signInPage } from './social-steps.ts'

test.use({ allowed: { errors: [refusedRequests] } })

test('a browser without popups proves the account after the whole window was at Google, which then signs in', async ({
  page,
  request,
}) => {
  // Google verified the address, but it is not Google's to give.
  const email = await createUser(request, { hasPassword: true })
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto(signInPage)
  await providerButton(page, 'Google').click()
  await choose(page, { email })
  await expect(heading(page)).toHaveText('You already have an account')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in and add Google' }).click()
  await expect(page).toHaveURL(learnerHome)
  await forgetSession(page)
  await page.goto(signInPage)
  await providerButton(page, 'Google').click()
  await choose(page, { email })
  await expect(page).toHaveURL(learnerHome)
})
