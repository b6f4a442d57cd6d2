/** Tests links that set a password: places where a browser could leak or lose the link, and motion on its page. */
import { expect, test } from '../browser.ts'
import { accountsUrl } from '../test-installation.ts'
import {
  browserTraces,
  choosePassword,
  createAdmin,
  maskedEmail,
  newPassword,
  requestLink,
  signedIn,
  tokenIn,
} from './password-steps.ts'

test('a link leaves the address bar at once, survives a reload, Back and Forward in its history entry alone, and is gone after its use', async ({
  page,
  request,
}) => {
  const email = await createAdmin(request)
  const link = await requestLink(request, email)
  const token = tokenIn(link)
  const foreignRequests: string[] = []
  const leaks: string[] = []
  page.on('request', (sent) => {
    if (!sent.url().startsWith(accountsUrl)) foreignRequests.push(sent.url())
    if (sent.url().includes('/analytics/')) leaks.push(sent.url())
    const isAllowed = sent.url() === link || sent.url().includes(`/api/auth/reset-password/`)
    const referrer = sent.headers().referer ?? ''
    if ((!isAllowed && `${sent.url()} ${sent.postData()}`.includes(token)) || referrer.includes(token))
      leaks.push(sent.url())
  })
  await page.goto('/?platform=iqa')
  const response = await page.goto(link)
  expect(response?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  await expect(newPassword(page)).toBeVisible()
  await expect(page).toHaveURL('/reset-password/-/-/-?platform=serviceAdmin')
  expect(await browserTraces(page)).not.toContain(token)
  expect(await page.evaluate(() => JSON.stringify(history.state))).toContain(token)
  await page.reload()
  await expect(page.getByText(maskedEmail(email), { exact: true })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/?platform=iqa')
  await page.goForward()
  await expect(page.getByText(maskedEmail(email), { exact: true })).toBeVisible()
  await choosePassword(page)
  await expect(page).toHaveURL(signedIn)
  expect(await browserTraces(page)).not.toContain(token)
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(token)
  await page.goBack()
  await expect(page).toHaveURL('/?platform=iqa')
  expect([foreignRequests, leaks]).toEqual([[], []])
})

test('the page of a link does not shift when the check succeeds', async ({ page, request }) => {
  const email = await createAdmin(request)
  const link = await requestLink(request, email)
  const checked = Promise.withResolvers<void>()
  await page.route('**/api/auth/reset-password/**', async (route) => {
    await checked.promise
    await route.continue()
  })
  await page.goto(link)
  await expect(page.getByText('Checking your link…')).toBeAttached()
  await expect(page.locator('.outline-button')).toBeVisible()
  const before = await page.locator('.outline-button').boundingBox()
  checked.resolve()
  await expect(newPassword(page)).toBeVisible()
  const after = await page.getByRole('button', { name: 'Change password' }).boundingBox()
  expect(Math.abs((before?.y ?? 0) - (after?.y ?? 99))).toBeLessThan(2)
})
