import { expect, test } from '../browser.ts'
import { states } from '../states.ts'

test('the page that takes a signed-in user to the platform fits the window without scrolling', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const state = states.find(({ title }) => title === 'handover of a signed-in user')
  await state?.reach(page)
  await state?.check(page)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(800)
})
