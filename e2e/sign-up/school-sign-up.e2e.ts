/** Tests the sign-up of a school, from its name to the platform (Spec 2.4, 2.6, 4). */
import type { Page } from '@playwright/test'
import { cutNetwork, expect, heading, refusedRequests, test, withMotion } from '../browser.ts'
import { gotoEarly } from '../page-start.ts'
import { holdScripts } from '../sign-in/hold-scripts.ts'
import { siteUrl } from '../test-installation.ts'
import { newEmail } from '../test-users.ts'
import {
  countriesRoute,
  country,
  newSchoolName,
  reachSchoolPassword,
  recordSchoolSignUps,
  schoolName,
  schoolSignUp,
  schoolSignUpRoute,
  schoolType,
  state,
  statesRoute,
  typeContact,
  typeSchool,
} from './school-sign-up-steps.ts'
import {
  create,
  emailField,
  expectTracked,
  firstName,
  newPassword,
  next,
  passwordFields,
  typePasswords,
} from './sign-up-steps.ts'

test.use(withMotion)

test.use({ timezoneId: 'Asia/Kolkata' })

const schoolHome = `${siteUrl('school')}/`

/** Answers for a page of the platform, which the demo does not have. */
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
  await expect(page).toHaveURL(schoolHome)
})

test('pressing the button twice creates one school', async ({ page }) => {
  const sent = recordSchoolSignUps(page)
  const held = Promise.withResolvers<void>()
  await page.route(schoolSignUpRoute, async (route) => {
    await held.promise
    await route.continue()
  })
  await reachSchoolPassword(page)
  for (const field of passwordFields(page)) await field.fill(newPassword)
  await create(page).dblclick()
  await expect(page.getByText('Creating your account…').first()).toBeVisible()
  held.resolve()
  await expect(page).toHaveURL(schoolHome)
  expect(sent).toHaveLength(1)
})

test.describe('the place of a school', () => {
  test('the country of the browser is chosen, and another country brings its own states', async ({
    page,
  }) => {
    await page.goto(schoolSignUp)
    const chosen = country(page).locator('option:checked')
    await expect(chosen).toHaveText('India')
    await state(page).selectOption({ label: 'Kerala' })
    await country(page).selectOption({ label: 'Germany' })
    await expect(state(page).getByRole('option', { name: 'Berlin', exact: true })).toBeAttached()
    await expect(state(page)).toHaveValue('')
    await schoolName(page).fill('Hillview')
    await schoolType(page).selectOption({ index: 1 })
    await next(page).click()
    await expect(state(page)).toHaveAccessibleDescription(/Error: State: Required/)
    await expect(state(page)).toBeFocused()
  })

  test('a country that is chosen after the button was pressed takes its error away', async ({ page }) => {
    const held = Promise.withResolvers<void>()
    await page.route(countriesRoute, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(schoolSignUp)
    await next(page).click()
    await expect(country(page)).toHaveAccessibleDescription(/Required/)
    held.resolve()
    await expect(country(page).locator('option:checked')).toHaveText('India')
    await expect(country(page)).not.toHaveAttribute('aria-invalid')
    await expect(schoolName(page)).toHaveAccessibleDescription(/Required/)
  })

  test('a school in a country without states names none', async ({ page }) => {
    const sent = recordSchoolSignUps(page)
    await reachSchoolPassword(page, { country: 'Vatican City', state: null })
    await typePasswords(page)
    await expect(page).toHaveURL(schoolHome)
    expect(sent[0]?.postDataJSON().state_id).toBeNull()
  })

  test.describe('that cannot be listed', () => {
    test.use({ allowed: { errors: [refusedRequests, cutNetwork, /status of 503/] } })

    test('the form says that the countries did not load, and loads them on demand', async ({ page }) => {
      await page.route(countriesRoute, (route) => route.fulfill({ status: 503, json: { errors: {} } }))
      await page.goto(schoolSignUp)
      await expect(country(page)).toHaveAccessibleDescription(/We couldn’t load the countries\./)
      await schoolName(page).fill('Hillview')
      await page.unroute(countriesRoute)
      await page.getByRole('button', { name: 'Try again' }).click()
      await typeSchool(page, { name: 'Hillview' })
      await expect(heading(page)).toHaveText('Who can we contact?')
    })

    test('slow states say so and are requested again on demand', async ({ page }) => {
      await page.clock.install()
      let isHeld = true
      await page.route(statesRoute, (route) => (isHeld ? undefined : route.continue()))
      await page.goto(schoolSignUp)
      await expect(state(page).locator('option:checked')).toHaveText('Loading the states…')
      await page.clock.runFor(5_500)
      await expect(page.getByRole('main').getByText('Still working…')).toBeVisible()
      await page.clock.runFor(5_000)
      isHeld = false
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(state(page).getByRole('option', { name: 'Kerala' })).toBeAttached()
    })
  })
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

test('a reload, Back and Forward keep what was typed about a school, but never a password', async ({
  page,
}) => {
  const email = await reachSchoolPassword(page, { name: 'Hillview' })
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
})

test.describe('a refused school sign-up', () => {
  test.use({ allowed: { errors: [refusedRequests] } })

  const stepOfField = [
    ['school_name', 'organization', 'Create a school account', 'Go back to step 1: School'],
    ['school_type', 'school-type', 'Create a school account', 'Go back to step 1: School'],
    ['state_id', 'address-level1', 'Create a school account', 'Go back to step 1: School'],
    ['email', 'email', 'Who can we contact?', 'Go back to step 2: Contact'],
  ] as const

  for (const [field, id, stepHeading, announced] of stepOfField) {
    test(`a field error of ${field} leads to its step, and the form goes on from there`, async ({ page }) => {
      let isRefused = true
      await page.route(schoolSignUpRoute, (route) => {
        if (!isRefused) return route.continue()
        isRefused = false
        const errors = { code: 'invalid-request', message: 'x', field_errors: { [field]: ['Not like this'] } }
        return route.fulfill({ status: 400, json: { errors } })
      })
      await reachSchoolPassword(page)
      await typePasswords(page)
      await expect(heading(page)).toHaveText(stepHeading)
      await expect(page.locator(`#${id}`)).toBeFocused()
      await expect(page.locator(`#${id}`)).toHaveAccessibleDescription(/Not like this/)
      await expect(page).toHaveTitle(/^Error: /)
      await expect(page.getByText(announced)).toBeAttached()
      await next(page).click()
      if (id !== 'email') await next(page).click()
      for (const typed of passwordFields(page)) await expect(typed).toHaveValue(newPassword)
      await create(page).click()
      await expect(page).toHaveURL(schoolHome)
    })
  }
})

test('sign-in of schools and of recruitment leads to the sign-up of schools and back', async ({ page }) => {
  await page.goto('/school/sign-up?utm_source=mail')
  await expect(page).toHaveURL('/school/signup?utm_source=mail&platform=school')
  await page.getByRole('link', { name: 'Sign in instead' }).click()
  await expect(page).toHaveURL(/\/school\/login\?.*platform=school/)
  for (const path of ['/school/login?platform=school', '/school/login?platform=recruitmentPlatform']) {
    await page.goto(`${path}&utm_source=mail`)
    const link = page.getByRole('link', { name: 'Sign up for free' })
    await link.click()
    await expect(page).toHaveURL(/\/school\/signup\?/)
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      platform: 'school',
      utm_source: 'mail',
    })
    await expect(heading(page)).toHaveText('Create a school account')
  }
})
