/** Tests the check of a school in three browsers at once: the school's, its secretary's and the verifier's. */
import type { Browser, Page } from '@playwright/test'
import { expect, heading, password, refusedRequests, test } from '../browser.ts'
import { codeField } from '../sign-in/otp-step.ts'
import { newSchoolName, reachSchoolPassword } from '../sign-up/school-sign-up-steps.ts'
import { typePasswords } from '../sign-up/sign-up-steps.ts'
import { createUser, newestCode } from '../test-users.ts'
import { drawing } from './drawing.ts'

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

const banner = (page: Page) => page.locator('.notice-banner')

async function openBeside(browser: Browser, path: string, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(path)
  await page.getByLabel(/^Email/).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  return page
}

test('a school registers, is refused, corrects, and is verified, with the verifier and a colleague beside it', async ({
  page,
  request,
  browser,
  alsoAllowed,
}) => {
  test.setTimeout(180_000)
  alsoAllowed.push(refusedRequests)
  const name = newSchoolName()
  const email = await reachSchoolPassword(page, { name })
  await typePasswords(page)
  await expect(heading(page)).toHaveText(`${name} is being checked`)
  await page.goto('/account/school?platform=school')
  await expect(heading(page)).toHaveText(name)
  await expect(page.getByText('In checking, day 1 of 2')).toBeVisible()

  const officer = await createUser(request, { platform: 'svp', hasPassword: true })
  const verifier = await openBeside(browser, '/account/verification?platform=svp', officer)
  await verifier.getByLabel('Name of the school').fill(name)
  await press(verifier, 'Search')
  await verifier.getByRole('link', { name }).click()
  await press(verifier, 'Refuse')
  await verifier.getByRole('textbox', { name: 'Reason' }).fill('We need the website of the school.')
  await verifier.getByRole('checkbox', { name: 'Website' }).check()
  await press(verifier, 'Refuse school')
  await expect(banner(verifier)).toContainText(`${name} is refused.`)

  await page.goto('/account?platform=school')
  await page.getByRole('link', { name: `Correct what ${name} says` }).click()
  await expect(page.getByRole('heading', { name: 'Correct this:' })).toBeVisible()
  await expect(page.getByText('We need the website of the school.')).toBeVisible()
  await page.getByRole('textbox', { name: /^Website/ }).fill('hillview.example')
  await press(page, 'Save and send again')
  await expect(banner(page)).toHaveText('Saved. We check your school again.')
  await expect(page.getByText('In checking, day 1 of 2')).toBeVisible()

  const colleague = await createUser(request, { platform: 'school', hasPassword: true })
  await press(page, 'Invite a person')
  await page.getByRole('textbox', { name: 'Email of the person' }).fill(colleague)
  await press(page, 'Send invitation')
  await expect(page.locator('.field-error')).toContainText('Verify your own email address')
  await page.goto('/account/contacts?platform=school')
  await press(page, `Verify ${email}`)
  await press(page, 'Send code')
  await expect(heading(page)).toHaveText('Check your email')
  await codeField(page).fill(await newestCode(request, email))
  await expect(page.locator('#live-status')).toHaveText(`${email} verified.`)
  await page.goto('/account/school?platform=school')
  await press(page, 'Invite a person')
  await page.getByRole('textbox', { name: 'Email of the person' }).fill(colleague)
  await press(page, 'Send invitation')
  await expect(banner(page)).toContainText(`We’ve emailed an invitation to ${colleague}.`)
  const secretary = await openBeside(browser, '/account/school?platform=school', colleague)
  await press(secretary, /^Accept/)
  await expect(heading(secretary)).toHaveText(name)
  await secretary
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: drawing(900, 300) })
  await expect(secretary.locator('#live-status')).toHaveText('Logo saved.')
  await expect(secretary.locator('.own-logo img')).toHaveAttribute('src', /^\/api\/school-logos\//)

  await verifier.goto('/account/verification?platform=svp')
  await verifier.getByLabel('Name of the school').fill(name)
  await press(verifier, 'Search')
  await verifier.getByRole('link', { name }).click()
  await expect(verifier.getByText('hillview.example')).toBeVisible()
  await press(verifier, 'Verify')
  await press(verifier, 'Verify school')
  await expect(banner(verifier)).toContainText(`${name} is verified.`)

  for (const tab of [page, secretary]) {
    await tab.goto('/account/school?platform=school')
    await expect(tab.locator('.school-check')).toContainText('Verified')
    await expect(tab.locator('.school-check .school-seal')).toBeVisible()
    await expect(tab.locator('.own-logo img')).toBeVisible()
  }
  expect(email).not.toBe(colleague)
  for (const other of [verifier, secretary]) await other.context().close()
})
