/** Tests sites that sign their users in with OpenID Connect in the browser, with oidc-client-ts as it is released. */
import {
  allowClosed,
  expect,
  refusedRequests,
  signIn,
  test,
  typeIdentifier,
  typePassword,
} from '../browser.ts'
import { createUser } from '../test-users.ts'
import { openIdPath } from './openid-page.ts'
import { forgetUser, siteKinds } from './parent-pages.ts'

test.use({ allowed: { errors: [refusedRequests] } })

const hello = 'Hello Ravi Kumar'

test('a user signs in at a site with OpenID Connect by redirect, gets renewed tokens, and signs out', async ({
  page,
  request,
}) => {
  for (const [name, origin] of siteKinds)
    await test.step(name, async () => {
      const email = await createUser(request, { hasPassword: true })
      await page.goto(`${origin}${openIdPath}`)
      await page.locator('#redirect').click()
      await signIn(page, email)
      await expect(page.getByText(hello)).toBeVisible()
      await page.locator('#renew').click()
      await expect(page.getByText('Renewed for Ravi Kumar')).toBeVisible()
      await page.locator('#out').click()
      await expect(page.getByText('Signed out')).toBeVisible()
      // The session at Foyer has ended, so the next sign-in asks for the password.
      await page.locator('#redirect').click()
      await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
      // The field is there before the script: Firefox reports a page that is left while it loads.
      await page.locator('html[data-started]').waitFor()
      await forgetUser(page)
    })
})

test('a popup signs a user in at a site of another origin, and closes', async ({ page, request }) => {
  const [, [, origin]] = siteKinds
  const email = await createUser(request, { hasPassword: true })
  await page.goto(`${origin}${openIdPath}`)
  const opened = page.waitForEvent('popup')
  await page.locator('#popup').click()
  const popup = await opened
  await typeIdentifier(popup, email)
  const closed = popup.waitForEvent('close')
  await typePassword(popup).catch(allowClosed)
  await closed
  await expect(page.getByRole('status')).toHaveText(hello)
})

test('a site learns in a hidden frame who is signed in, and on another domain that no cookie came', async ({
  page,
  request,
  alsoAllowed,
}) => {
  // Firefox reports each cookie that it keeps from a frame of another site.
  alsoAllowed.push(/Cookie “\w+” has been rejected because it is in a cross-site context/)
  const email = await createUser(request, { hasPassword: true })
  const [[, sameSite], [, crossSite]] = siteKinds
  const status = page.getByRole('status')
  const ask = () => page.locator('#ask').click()
  await page.goto(`${sameSite}${openIdPath}`)
  await ask()
  await expect(status).toHaveText('Failed: Nobody is signed in in this browser')
  await page.locator('#redirect').click()
  await signIn(page, email)
  await expect(page.getByText(hello)).toBeVisible()
  await ask()
  await expect(status).toHaveText('Found Ravi Kumar')
  await page.goto(`${crossSite}${openIdPath}`)
  await ask()
  await expect(status).toHaveText('Failed: The browser sends no cookie here')
})
