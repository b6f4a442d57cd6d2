/** Tests that pages show a notice if JavaScript is off, instead of a form that does nothing. */
import { expect, heading, refusedRequests, test } from '../browser.ts'
import { gotoEarly } from '../page-start.ts'

test.use({ javaScriptEnabled: false, allowed: { errors: [refusedRequests] } })

const forms = [
  '/?platform=student',
  '/?platform=svp',
  '/school/login',
  '/partner/login',
  '/signup?platform=student',
  '/forgot-password?platform=student',
  '/school/forgot-password?platform=school',
  '/reset-password/-/-/-?platform=student',
  '/create-password/-/-/-?platform=student',
  '/beta/create-password/-/-?platform=student',
]

test('without JavaScript every form is a notice above its heading, and no page has what does nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of forms)
    await test.step(path, async () => {
      await page.goto(path)
      const notice = page.getByRole('main').getByText(/^This page needs JavaScript\./)
      await expect(notice).toBeVisible()
      await expect(notice.getByRole('link')).toHaveAttribute('href', /^mailto:/)
      await expect(heading(page)).toBeVisible()
      const [above, below] = await Promise.all([notice.boundingBox(), heading(page).boundingBox()])
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
      // The header's menu button works without JavaScript.
      const dead = page.getByRole('main').locator('input:visible, button:visible, [aria-busy]:visible')
      await expect(dead).toHaveCount(0)
      expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(320)
    })
  for (const path of ['/account?platform=student', '/logout?platform=student'])
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('main').getByText(/^This page needs JavaScript\./)).toBeVisible()
      await expect(page.locator('.spinner:visible')).toHaveCount(0)
    })
  // This page has no `<noscript>` notice that would mark its start.
  await gotoEarly(page, '/logout?platform=nonsense')
  await expect(heading(page)).toHaveText('Invalid URL')
  await expect(page.getByText(/needs JavaScript/)).toHaveCount(0)
  await page.goto('/docs')
  const notice = page.getByText(/^This page needs JavaScript\./)
  await notice.getByRole('link', { name: 'guide' }).click()
  await expect(heading(page)).toHaveText('Integrate a platform in ten minutes')
})
