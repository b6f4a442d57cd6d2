/** Signs in and out at the demo sites as their users do: each site in its own way, each end in another place. */
import type { FrameLocator, Page } from '@playwright/test'
import { expect, heading, password, test } from '../browser.ts'
import { accountsUrl, siteUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'

const signedIn = /^You are signed in as /
const signInLink = (page: Page) => page.getByRole('link', { name: 'Sign in', exact: true })
const how = (page: Page) => page.getByRole('definition').first()

/** Signs in on the form that asks for the identifier first. */
async function signInByIdentifier(form: Page | FrameLocator, email: string): Promise<void> {
  await form.getByLabel('Email or phone number').fill(email)
  await form.getByRole('button', { name: 'Next' }).click()
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test.describe('the ways of the demo sites', () => {
  test('a browser that blocks the popup takes the user to Foyer and back', async ({ page, request }) => {
    const email = await createUser(request, { platform: 'centerHead', hasPassword: true })
    const site = siteUrl('centre-head')
    await page.addInitScript(() => {
      window.open = () => null
    })
    await page.goto(site)
    await signInLink(page).click()
    await expect(page).toHaveURL(new RegExp(`^${accountsUrl}/\\?platform=centerHead`))
    await signInByIdentifier(page, email)
    await expect(heading(page)).toHaveText(signedIn)
    await expect(how(page)).toContainText('Redirect: ')
    await expect(page).toHaveURL(`${site}/`)
  })

  test('a user who is signed in at Foyer clicks nothing at a silent site of the same browser site', async ({
    page,
    request,
  }) => {
    const email = await createUser(request, { platform: 'centreAdmin', hasPassword: true })
    await page.goto(`${accountsUrl}/account?platform=centreAdmin`)
    await signInByIdentifier(page, email)
    await expect(heading(page)).toHaveText('Your account')
    await page.goto(siteUrl('centre-admin'))
    await expect(heading(page)).toHaveText(signedIn)
    await expect(how(page)).toContainText('Silent: ')
  })
})

test.describe('demo sites without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the button of every site leads to Foyer without a script', async ({ page }) => {
    for (const key of ['learning', 'centre-head', 'school', 'recruitment', 'sister']) {
      await page.goto(siteUrl(key))
      await signInLink(page).click()
      await expect(page).toHaveURL(
        (url) => url.origin === accountsUrl && url.searchParams.has('redirect-url'),
      )
    }
  })
})
