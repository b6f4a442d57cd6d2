import type { Page } from '@playwright/test'
import { expect, heading, refusedRequests, signIn, test, typeIdentifier, typePassword } from '../browser.ts'
import { gotoEarly } from '../page-start.ts'
import { accountsUrl, demoUrl, siteUrl } from '../test-installation.ts'
import { createUser, newEmail, newestCode } from '../test-users.ts'

const home = `${siteUrl('professor')}/`
const field = (page: Page) => page.getByLabel('Email or phone number')
const continueAs = (page: Page) => page.getByRole('button', { name: /^Continue as \S+/ })
const change = (page: Page) => page.getByRole('button', { name: 'Not you? Change account' })
const shared = (page: Page) => page.getByRole('button', { name: 'This is a shared computer' })

/** Signs a new user in and out, and returns their email. */
async function visitOnce(page: Page, platform = 'professor'): Promise<string> {
  const email = await createUser(page.request, { platform, hasPassword: true })
  await page.goto(`/?platform=${platform}`)
  await signIn(page, email)
  await page.waitForURL((url) => url.origin !== accountsUrl)
  await signOut(page, platform)
  return email
}

async function signOut(page: Page, platform = 'professor'): Promise<void> {
  await page.goto(`/logout?platform=${platform}`)
  await expect(page.getByText('You have signed out').first()).toBeVisible()
}

const storage = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))

test.describe('the last person of a browser', () => {
  test('after sign-out the next visit offers the last person, who types only the password', async ({
    page,
  }) => {
    const email = await visitOnce(page)
    await expect(page.getByText(email, { exact: true })).toBeVisible()
    await expect(field(page)).toBeHidden()
    await expect(continueAs(page)).toBeFocused()
    await continueAs(page).click()
    await typePassword(page)
    await expect(page).toHaveURL(home)
  })

  test('the offer stands in the first paint, before any script arrives, and nothing moves when it does', async ({
    page,
  }) => {
    const email = await visitOnce(page, 'student')
    const scripts = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise
      await route.continue()
    })
    await gotoEarly(page, '/?platform=student')
    await expect(continueAs(page)).toBeVisible()
    await expect(field(page)).toBeHidden()
    const before = await continueAs(page).boundingBox()
    scripts.resolve()
    await expect(change(page)).toBeVisible()
    await expect(page.getByText(email, { exact: true })).toBeVisible()
    expect(await continueAs(page).boundingBox()).toEqual(before)
  })

  test('a click on the offer before the script arrives continues once it has', async ({ page }) => {
    await visitOnce(page)
    const scripts = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise
      await route.continue()
    })
    await gotoEarly(page, '/?platform=professor')
    await continueAs(page).click()
    scripts.resolve()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  })

  test("'Not you? Change' forgets the person and shows an empty field with the focus", async ({ page }) => {
    const email = await visitOnce(page)
    await change(page).click()
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('')
    await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeVisible()
    expect(await page.getByRole('main').innerText()).not.toContain(email)
    expect(await storage(page)).not.toContain(email)
    await page.reload()
    await expect(field(page)).toBeVisible()
    await expect(continueAs(page)).toBeHidden()
    expect(await page.content()).not.toContain(email)
  })

  test("'Not you? Change' on the password step forgets the offered person, too", async ({ page }) => {
    const email = await visitOnce(page)
    await continueAs(page).click()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    await page.goBack()
    await expect(continueAs(page)).toBeVisible()
    await continueAs(page).click()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    await change(page).click()
    await expect(field(page)).toBeVisible()
    await expect(field(page)).toHaveValue('')
    expect(await storage(page)).not.toContain(email)
  })

  test('each platform offers its own last person, and an email in the address wins', async ({ page }) => {
    const email = await visitOnce(page)
    await page.goto('/?platform=iqa')
    await expect(field(page)).toBeVisible()
    await expect(continueAs(page)).toBeHidden()
    await page.goto('/?platform=professor&email=bela%40example.com')
    await expect(field(page)).toHaveValue('bela@example.com')
    await expect(continueAs(page)).toBeHidden()
    expect(await page.getByRole('main').innerText()).not.toContain(email)
    await page.goto('/?platform=professor')
    await expect(continueAs(page)).toBeVisible()
  })

  test('a user who signed in with a code last is sent one, with the password a click away', async ({
    page,
    request,
  }) => {
    const email = await createUser(request, { platform: 'professor', hasPassword: true })
    await page.goto('/?platform=professor')
    await typeIdentifier(page, email)
    await page.getByRole('button', { name: 'Sign in with OTP' }).click()
    await page.locator('#otp').fill(await newestCode(request, email))
    await expect(page).toHaveURL(home)
    await signOut(page)
    await continueAs(page).click()
    await expect(page.locator('#otp')).toBeVisible()
    await page.getByRole('button', { name: 'Sign in with password' }).click()
    await typePassword(page)
    await expect(page).toHaveURL(home)
  })

  test('a form with email and password asks the last person for the password alone', async ({ page }) => {
    const email = await createUser(page.request, { platform: 'school', hasPassword: true })
    await page.goto('/school/login')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill('foyer-demo-2026')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(`${siteUrl('school')}/`)
    await page.goto('/school/logout')
    await expect(page.getByText('You have signed out').first()).toBeVisible()
    await expect(page.getByText(email, { exact: true })).toBeVisible()
    await expect(page.getByLabel('Email', { exact: true })).toBeHidden()
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await page.getByLabel('Password', { exact: true }).fill('foyer-demo-2026')
    await continueAs(page).click()
    await expect(page).toHaveURL(`${siteUrl('school')}/`)
  })

  test('a user whose session ended elsewhere is offered on the account page’s way to sign-in', async ({
    page,
  }) => {
    const email = await createUser(page.request, { platform: 'professor', hasPassword: true })
    await page.goto('/account?platform=professor')
    await signIn(page, email)
    await expect(page).toHaveURL(/\/account\?/)
    await page.evaluate(() => {
      localStorage.removeItem('foyer.auth.professor')
      dispatchEvent(new Event('storage'))
    })
    await expect(continueAs(page)).toBeVisible()
    await expect(page.getByText(email, { exact: true })).toBeVisible()
  })

  test('a platform that signs the user out and back in offers them, too', async ({ page }) => {
    const email = await visitOnce(page, 'student')
    await page.goto(`/?platform=student&redirect-url=${encodeURIComponent(`${demoUrl}/orders`)}`)
    await continueAs(page).click()
    await typePassword(page)
    await expect(page).toHaveURL(/\/orders/)
    expect(email).toContain('@')
  })
})

test.describe('record of the last person', () => {
  test('a shared computer forgets the person at once and remembers nobody', async ({ page }) => {
    const email = await visitOnce(page)
    await shared(page).click()
    await expect(page.getByText('This computer no longer remembers anyone.').first()).toBeVisible()
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('')
    expect(await storage(page)).not.toContain(email)
    await signIn(page, email)
    await expect(page).toHaveURL(home)
    await signOut(page)
    await expect(field(page)).toBeVisible()
    await expect(continueAs(page)).toBeHidden()
    expect(await storage(page)).not.toContain(email)
  })

  test('a user can say before the sign-in that the computer is shared, and take it back', async ({
    page,
  }) => {
    const email = await createUser(page.request, { platform: 'professor', hasPassword: true })
    const box = page.getByRole('checkbox', { name: 'This is a shared computer' })
    for (const isShared of [true, false]) {
      await page.goto('/?platform=professor')
      await typeIdentifier(page, email)
      await expect(box).toBeChecked({ checked: !isShared })
      await box.setChecked(isShared)
      await typePassword(page)
      await expect(page).toHaveURL(home)
      await signOut(page)
      await expect(continueAs(page)).toBeVisible({ visible: !isShared })
      expect((await storage(page)).includes(email)).toBe(!isShared)
    }
  })

  test('nothing that is kept after sign-out is a secret', async ({ page }) => {
    const email = await visitOnce(page)
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('foyer.person.professor') ?? '{}'))
    expect(Object.keys(kept).sort()).toEqual([
      'firstName',
      'fullName',
      'identifier',
      'keptAt',
      'method',
      'picture',
      'uuid',
    ])
    expect(kept.identifier).toBe(email)
    expect(await storage(page)).not.toMatch(/foyer-demo-2026|rt_|eyJ/)
  })

  test('a record that is too old or not a record offers nobody', async ({ page }) => {
    const email = await visitOnce(page)
    for (const text of [
      JSON.stringify({ identifier: email, keptAt: Date.now() - 91 * 86_400_000 }),
      '{',
      JSON.stringify({ identifier: email, keptAt: Date.now() }),
    ]) {
      await page.evaluate((kept) => localStorage.setItem('foyer.person.professor', kept), text)
      await page.goto('/?platform=professor')
      await expect(field(page)).toBeVisible()
      await expect(continueAs(page)).toBeHidden()
    }
  })

  test.describe('last person whose account is gone', () => {
    test.use({ allowed: { errors: [refusedRequests] } })

    test('the field says that there is no account, and the browser forgets the person', async ({ page }) => {
      await visitOnce(page, 'student')
      const gone = newEmail()
      await page.evaluate((identifier) => {
        const key = 'foyer.person.student'
        const kept = JSON.parse(localStorage.getItem(key) ?? '{}')
        localStorage.setItem(key, JSON.stringify({ ...kept, identifier }))
      }, gone)
      await page.goto('/?platform=student')
      await continueAs(page).click()
      await expect(field(page)).toBeFocused()
      await expect(field(page)).toHaveValue(gone)
      await expect(field(page)).toHaveAccessibleDescription(/could not find an account/i)
      await expect(heading(page)).toHaveText('Sign in')
      await page.reload()
      await expect(field(page)).toHaveValue('')
      await expect(continueAs(page)).toBeHidden()
    })
  })
})
