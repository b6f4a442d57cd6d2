/** Tests the demo platform's page for a user who comes from Foyer. */
import { expectNoFaults } from '../accessibility.ts'
import { expect, heading, signIn, test } from '../browser.ts'
import { accountsUrl, demoUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'

test('the demo platform shows its content, the account of the user and how they came, and has no accessibility fault in light or dark at 320 to 1920 px', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  await page.goto(demoUrl)
  await expectNoFaults(page, { widths: [320, 768, 1920] })
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, await createUser(request, { hasPassword: true }))
  await expect(heading(page)).toHaveText('Welcome, Ravi Kumar')
  await expect(page.getByRole('heading', { name: 'Your courses' })).toBeVisible()
  await expect(page.getByText('You came from Foyer · Learning')).toBeHidden()
  await page.getByText('How you signed in').click()
  await expect(page.getByText('You came from Foyer · Learning')).toBeVisible()
  await expectNoFaults(page, { widths: [320, 768, 1920] })
  await page.getByRole('link', { name: 'Your account' }).click()
  await expect(page).toHaveURL(`${accountsUrl}/account?platform=student`)
  await expect(heading(page)).toHaveText('Your account')
})
