/** Looks at the demo platform as a user who comes from Foyer. */
import { expectNoFaults } from '../accessibility.ts'
import { expect, heading, signIn, test } from '../browser.ts'
import { demoUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'

test('the demo platform says that the user came from Foyer, and has no accessibility fault in light or dark at 320 to 1920 px', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  await page.goto(demoUrl)
  await expectNoFaults(page, { widths: [320, 768, 1920] })
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, await createUser(request, { hasPassword: true }))
  await expect(heading(page)).toHaveText(/You are signed in as/)
  await expect(page.getByText('You came from Foyer · Learning')).toBeVisible()
  await expectNoFaults(page, { widths: [320, 768, 1920] })
})
