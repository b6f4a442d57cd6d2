import type { Page } from '@playwright/test'
import { expect, heading, refusedRequests, signIn, test } from '../browser.ts'
import { demoUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'

test.use({ viewport: { width: 320, height: 568 } })

test('a learner fills in the profile on a small phone by keyboard, and nothing is wider than the screen', async ({
  page,
}) => {
  const email = await createUser(page.request, { hasPassword: true })
  await page.goto('/?platform=student&return=account-profile')
  await signIn(page, email)
  await expect(heading(page)).toHaveText('Your profile')
  await page.getByRole('link', { name: 'Write about you' }).press('Enter')
  await expect(heading(page)).toHaveText('About you')
  await page.getByRole('textbox', { name: 'About you' }).fill('I like birds.')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.locator('.notice-banner')).toHaveText(/^Saved/)
  await page.getByRole('link', { name: 'Your profile' }).press('Enter')
  await page.getByRole('link', { name: 'Work experience' }).press('Enter')
  await page.getByRole('button', { name: 'Add a job' }).press('Enter')
  for (const text of ['Green Valley School', 'Assistant']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.getByRole('group', { name: 'Start' }).getByLabel('Month').selectOption('May')
  await page.getByRole('group', { name: 'Start' }).getByLabel('Year').fill('2023')
  await page.getByLabel('I still work here').press('Space')
  await expect(page.getByRole('group', { name: 'End' }).getByLabel('Year')).toBeHidden()
  await page.getByLabel('What you do or did there').fill('x'.repeat(2_000))
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Assistant' })).toBeFocused()
  await expect(page.getByText('May 2023 – now')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  await page.getByRole('button', { name: 'Add a job' }).press('Enter')
  for (const text of ['Hill School', 'Teacher']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Move up “Teacher”' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Move down “Teacher”' })).toBeFocused()
  await expect(page.locator('.entry h2')).toHaveText(['Teacher', 'Assistant'])
  await page.getByRole('button', { name: 'Delete “Teacher”' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Teacher' })).toBeFocused()
  await expect(page.locator('.entry h2')).toHaveText(['Teacher', 'Assistant'])
  await page.getByRole('link', { name: 'Your profile' }).press('Enter')
  await expect(page.getByText('Your profile: 2 of 5')).toBeVisible()
  await page.goBack()
  await expect(heading(page)).toHaveText('Work experience')
})

test('a signed-out visitor reads a profile on the learning site once its user shows it', async ({
  page,
  browser,
}) => {
  const email = await createUser(page.request, { hasPassword: true })
  await page.goto('/?platform=student&return=account-public-profile')
  await signIn(page, email)
  await expect(heading(page)).toHaveText('Public profile')
  const address = page.locator('.public-addresses a').first()
  await expect(address).toHaveText(/\/profile\//)
  const url = (await address.getAttribute('href')) ?? ''
  expect(url).toContain(demoUrl)
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(url)
  await expect(heading(visitor)).toHaveText('Nothing to see here')
  await page.getByLabel('Everyone can see your profile').press('Space')
  await expect(page.locator('#live-status')).toHaveText('Saved.')
  await visitor.reload()
  await expect(heading(visitor)).not.toHaveText('Nothing to see here')
  await visitor.context().close()
})

test('a learner adds a scan to a certificate, sees it, downloads it and removes it', async ({
  page,
  alsoAllowed,
}) => {
  alsoAllowed.push(refusedRequests)
  const email = await createUser(page.request, { hasPassword: true })
  await page.goto('/?platform=student&return=account-profile')
  await signIn(page, email)
  await expect(heading(page)).toHaveText('Your profile')
  await page.getByRole('link', { name: 'Certificates' }).click()
  await page.getByRole('button', { name: 'Add a certificate' }).click()
  await page.keyboard.type('First aid')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Files “First aid”' }).click()
  const choose = page.getByLabel('File', { exact: true })
  await choose.setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  })
  await expect(page.locator('.field-error')).toBeVisible()
  await choose.setInputFiles({ name: 'scan.png', mimeType: 'image/png', buffer: await pngOf(page) })
  await expect(page.getByText('File 1 Picture')).toBeVisible()
  await expect(page.locator('.entry-file-picture img')).toBeVisible()
  await expect(page.locator('.field-error')).toBeHidden()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download File 1' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('File 1.webp')
  await page.getByRole('button', { name: 'Remove File 1' }).click()
  await expect(page.locator('.entry-file-picture')).toHaveCount(0)
})

test('a learner sees the résumé and downloads it', async ({ page }) => {
  const email = await createUser(page.request, { hasPassword: true })
  await page.goto('/?platform=student&return=account-profile')
  await signIn(page, email)
  await page.getByRole('button', { name: 'Show it here' }).click()
  const picture = page.getByRole('img', { name: 'The pages of your résumé' })
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(500)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.pdf$/)
})

async function pngOf(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 64
    canvas.getContext('2d')?.fillRect(0, 0, 32, 64)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}
