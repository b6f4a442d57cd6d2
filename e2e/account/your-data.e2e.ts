/** Tests that a user gets the files of their data from the running service into the browser's downloads (N-191). */
import { readFile } from 'node:fs/promises'
import { expect, signInAsNew, test } from '../browser.ts'

test('the service makes the files of a user’s data, and the browser saves them', async ({ page }) => {
  await page.goto('/account/privacy?platform=student')
  await signInAsNew(page)
  await page.getByRole('button', { name: 'Get your data' }).click()
  for (const [name, start] of [
    ['Download as a page', '<!doctype html>'],
    ['Download as data', '{'],
  ] as const) {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^foyer-data-\d{4}-\d\d-\d\d\.(html|json)$/)
    expect((await readFile(await download.path(), 'utf8')).slice(0, start.length)).toBe(start)
  }
})
