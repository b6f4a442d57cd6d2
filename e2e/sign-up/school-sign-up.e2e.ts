/** Tests the sign-up of a school: the handover, the keyboard, input before the script arrives, and the tab's history. */
import type { Page } from '@playwright/test'
import { expect, heading, refusedRequests, test, withMotion } from '../browser.ts'
import { gotoEarly } from '../page-start.ts'
import { holdScripts } from '../sign-in/hold-scripts.ts'
import { siteUrl } from '../test-installation.ts'
import { createUser, newEmail } from '../test-users.ts'
import {
  country,
  newSchoolName,
  reachSchoolPassword,
  recordSchoolSignUps,
  schoolName,
  schoolSignUp,
  schoolType,
  state,
  typeContact,
  typeSchool,
} from './school-sign-up-steps.ts'
import {
  emailField,
  expectTracked,
  firstName,
  newPassword,
  passwordFields,
  typePasswords,
} from './sign-up-steps.ts'

test.use(withMotion)

test.use({ timezoneId: 'Asia/Kolkata' })

const schoolHome = `${siteUrl('school')}/`

/** Answers for a platform page that the demo lacks; returns the query that redirects to this page. */
async function standInForPlatform(page: Page): Promise<string> {
  await page.route(`${siteUrl('school')}/library**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Library</h1>' }),
  )
  return `&redirect-url=${encodeURIComponent(`${siteUrl('school')}/library`)}`
}

test('a school signs up in three steps and its first user is handed over to the platform', async ({
  page,
  request,
}) => {
  const query = await standInForPlatform(page)
  const sent = recordSchoolSignUps(page)
  await page.goto(`${schoolSignUp}${query}`)
  await expect(page).toHaveTitle(/^Create a school account – /)
  await expect(page.getByRole('region', { name: 'Why schools choose us' })).toBeVisible()
  const name = newSchoolName()
  await typeSchool(page, { name })
  await expect(heading(page)).toHaveText('Who can we contact?')
  await expect(page.getByText(`You will be the first user of ${name}`)).toBeVisible()
  const email = await typeContact(page)
  await typePasswords(page)
  await expect(heading(page)).toHaveText(`${name} is being checked`)
  await page.getByRole('button', { name: 'Continue to Schools' }).click()
  await page.waitForURL(/\/library\?code=ac_/)
  // The captcha challenge was solved in advance, so one request was enough.
  expect(sent.map((one) => Boolean(one.postDataJSON().captcha))).toEqual([true])
  const { school_name, first_name, last_name, state_id } = sent[0]?.postDataJSON() ?? {}
  expect([school_name, first_name, last_name]).toEqual([name, 'Meera', 'Nair'])
  expect(state_id).toMatch(/^[0-9a-f-]{36}$/)
  await expectTracked(request, { email, name: 'Meera Nair', source: 'direct' }, 'school')
})

test('a school signs up with the keyboard alone', async ({ page }) => {
  await page.goto(schoolSignUp)
  await expect(schoolName(page)).toBeFocused()
  await expect(state(page).getByRole('option').nth(1)).toBeAttached()
  const keys = page.keyboard
  await keys.type(newSchoolName())
  await keys.press('Tab')
  await keys.type('Primary')
  await keys.press('Tab')
  await expect(country(page)).toBeFocused()
  await keys.press('Tab')
  await keys.type('Kerala')
  await keys.press('Tab')
  await keys.press('Enter')
  await expect(firstName(page)).toBeFocused()
  await keys.type('Meera')
  await keys.press('Tab')
  await keys.press('Tab')
  await keys.type(newEmail())
  await keys.press('Enter')
  await expect(passwordFields(page)[0]).toBeFocused()
  await keys.type(newPassword)
  await keys.press('Tab')
  await keys.press('Tab')
  await keys.type(newPassword)
  await keys.press('Enter')
  await expect(heading(page)).toHaveText(/ is being checked$/)
  await expect(heading(page)).toBeFocused()
  // The link to the emails of the account stands before the button.
  await keys.press('Tab')
  await keys.press('Tab')
  await keys.press('Enter')
  await expect(page).toHaveURL(schoolHome)
})

test('name and type of a school chosen before the script arrives stay', async ({ page }) => {
  const release = await holdScripts(page)
  await gotoEarly(page, schoolSignUp)
  await schoolName(page).fill('Hillview')
  await schoolType(page).selectOption({ index: 2 })
  const chosen = await schoolType(page).inputValue()
  release()
  await expect(country(page).locator('option:checked')).toHaveText('India')
  await expect(schoolName(page)).toHaveValue('Hillview')
  await expect(schoolType(page)).toHaveValue(chosen)
})

test.describe('the history of a tab', () => {
  test.use({ allowed: { errors: [refusedRequests] } })

  test('a reload, Back and Forward keep what was typed about a school, but never a password, and leave the proof of an account', async ({
    page,
    request,
  }) => {
    const email = await createUser(request, { hasPassword: true })
    await reachSchoolPassword(page, { name: 'Hillview', email })
    for (const field of passwordFields(page)) await field.fill(newPassword)
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(stored).toContain('Hillview')
    expect(stored).not.toContain(newPassword)
    await page.reload()
    await expect(passwordFields(page)[0]).toBeFocused()
    await page.goBack()
    await expect(emailField(page)).toHaveValue(email)
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(schoolName(page)).toHaveValue('Hillview')
    await expect(state(page).locator('option:checked')).toHaveText('Kerala')
    await page.goForward()
    await expect(emailField(page)).toHaveValue(email)
    await page.goForward()

    const proof = page.getByLabel('Password', { exact: true })
    await typePasswords(page)
    await expect(heading(page)).toHaveText('You already have an account')
    await expect(proof).toBeFocused()
    await page.getByRole('button', { name: 'Email me a code instead' }).click()
    await expect(heading(page)).toHaveText('Check your email')
    await page.getByRole('button', { name: 'Sign in with password' }).click()
    await expect(proof).toBeFocused()
    await page.goBack()
    await expect(heading(page)).toHaveText('Choose a password')
    await page.goForward()
    await expect(heading(page)).toHaveText('You already have an account')
  })
})
