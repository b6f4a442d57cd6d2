/** Tests the second step that a platform asks for (N-203). */
import { codeOf } from '../../api/src/features/second-factor/test-totp.ts'
import { expect, heading, inOneEngine, refusedRequests, signIn, test } from '../browser.ts'
import { siteUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'

test(
  'a page of a platform that requires two factors leads to the setup of an app, and opens after it',
  inOneEngine,
  async ({ page, alsoAllowed }) => {
    alsoAllowed.push(refusedRequests)
    const email = await createUser(page.request, { platform: 'professor', hasPassword: true })
    await page.goto(`${siteUrl('professor')}/marks`)
    await signIn(page, email)
    const dialog = page.getByRole('dialog', { name: 'Set up your second step' })
    await dialog.getByRole('button', { name: 'Set up an app' }).click()
    const secret = await dialog.locator('.totp-secret').innerText()
    await dialog.getByLabel('Code from the app').fill(codeOf(secret.replaceAll(' ', '')))
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(`${siteUrl('professor')}/marks`)
    await expect(heading(page)).toHaveText('Marks')
  },
)
