/** Tests posting a stand-in's form like a browser; the states cover its pages. */
import { expect, test } from '../browser.ts'
import { accountsUrl, standInsUrl } from '../test-installation.ts'
import { callback, standInPages } from './stand-in-steps.ts'

test("posts Apple's form to Foyer without its cookies, by keyboard and without script", async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  await context.addCookies([{ name: 'of-foyer', value: 'a', url: accountsUrl, sameSite: 'Lax' }])
  const page = await context.newPage()
  await page.goto(standInPages.apple)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Anand Sen' })).toBeFocused()
  await page.keyboard.press('Enter')
  const posted = page.waitForRequest((request) => request.url() === callback('apple'))
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  const { cookie, origin } = await (await posted).allHeaders()
  expect([cookie, origin]).toEqual([undefined, standInsUrl])
  await context.close()
})
