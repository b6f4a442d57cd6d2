/** Signs up with Google and looks for the picture that Google delivers. */
import { expect, refusedRequests, test } from '../browser.ts'
import { newGmail, signUpWith } from './social-steps.ts'

test('a sign-up with Google brings the picture to the account, the header and the next visit', async ({
  page,
  alsoAllowed,
}) => {
  // The first answer says that there is no account yet.
  alsoAllowed.push(refusedRequests)
  await signUpWith(page, 'Google', { email: newGmail() })
  await page.goto('/account?platform=student')
  const picture = page.locator('main img')
  await expect(picture).toHaveAttribute('src', /^\/api\/pictures\/[0-9a-f-]{36}$/)
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(256)
  const path = (await picture.getAttribute('src')) ?? ''
  await expect(page.locator('header img').first()).toHaveAttribute('src', path)

  await page.goto('/logout?platform=student')
  await expect(page).not.toHaveURL(/logout/)
  await page.goto('/?platform=student')
  await expect(page.locator('main img')).toHaveAttribute('src', path)
})
