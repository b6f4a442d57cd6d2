import { cutNetwork, expect, heading, password, signIn, signInAsNew, signOut, test } from '../browser.ts'
import { demoUrl, siteUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'

test('a service admin lands on /account with name, platform and a way to sign out', async ({ page }) => {
  await page.goto('/internal/login')
  await signInAsNew(page, 'serviceAdmin')
  await expect(page).toHaveURL(/\/account\?platform=serviceAdmin$/)
  const main = page.getByRole('main')
  await expect(main).toContainText('Ravi Kumar')
  await expect(main).toContainText('Service Admin')
  await signOut(page)
  await expect(page).toHaveURL(/\/\?platform=serviceAdmin$/)
  await expect(page.getByText(/signed out/i).first()).toBeVisible()
  await page.goto('/account?platform=serviceAdmin')
  await expect(page.getByRole('button', { name: 'Continue as Ravi' })).toBeVisible()
})

test('the account page says nothing twice, and has no menu of links on a platform without any', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/?platform=serviceAdmin')
  await signInAsNew(page, 'serviceAdmin')
  const main = page.getByRole('main')
  await expect(main.getByRole('term')).toHaveText(['Name', 'Picture', 'Email', 'Password', 'Platform'])
  await expect(main.getByText('Service Admin')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Account of Ravi Kumar' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Menu' })).toHaveCount(0)
})

test('the account page shows each fact with its value and action, and several links in a menu on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/account?platform=student')
  await signInAsNew(page)
  const main = page.getByRole('main')
  await expect(main.getByRole('term')).toHaveText([
    'Name',
    'Picture',
    'Email',
    'Password',
    'Platform',
    'Role',
  ])
  await expect(main.getByRole('definition').first()).toHaveText('Ravi Kumar')
  await expect(main.getByRole('link', { name: 'Go to Learning' })).toHaveAttribute('href', `${demoUrl}/`)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('link', { name: 'My library' })).toBeVisible()
})

test('the avatar holds its initials at a text size of 200 %', async ({ page }) => {
  await page.goto('/account?platform=student')
  await signInAsNew(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account')
  const room = await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    const avatar = document.querySelector('.account-heading .avatar') as HTMLElement
    const initials = document.createRange()
    initials.selectNodeContents(avatar)
    return avatar.getBoundingClientRect().width - initials.getBoundingClientRect().width
  })
  expect(room).toBeGreaterThan(16)
})

test('a sign-in that starts at /account returns to it', async ({ page }) => {
  await page.goto('/account?platform=student')
  await signInAsNew(page)
  await expect(page).toHaveURL(/\/account\?platform=student$/)
  await expect(page.getByRole('main')).toContainText('Ravi Kumar')
  await expect(page.getByRole('link', { name: 'My library' })).toHaveAttribute('href', `${demoUrl}/library`)
})

/** The address where the user of a platform arrives after a sign-in without a redirect-url. */
const homes = {
  centerHead: siteUrl('centre-head'),
  centreAdmin: siteUrl('centre-admin'),
  professor: siteUrl('professor'),
  iqa: siteUrl('iqa'),
  applicationFormAdmin: siteUrl('application-forms'),
  school: siteUrl('school'),
  recruitmentPlatform: siteUrl('recruitment'),
  olympiadPartner: siteUrl('partner'),
  svp: siteUrl('svp'),
}
const identifierFirst = ['centerHead', 'centreAdmin', 'professor', 'iqa', 'applicationFormAdmin'] as const

for (const platform of ['serviceAdmin', 'apiDocs', 'admissionsCounsellor', 'recruitmentUtils']) {
  test(`a user of ${platform} signs in and stays on the account page`, async ({ page }) => {
    await page.goto(`/?platform=${platform}`)
    await signInAsNew(page, platform)
    await expect(page).toHaveURL(new RegExp(`/account\\?platform=${platform}$`))
  })
}

for (const platform of identifierFirst) {
  test(`a user of ${platform} signs in and arrives at the site of the platform`, async ({ page }) => {
    await page.goto(`/?platform=${platform}`)
    await signInAsNew(page, platform)
    await expect(page).toHaveURL(`${homes[platform]}/`)
    await expect(heading(page)).toHaveText(/^You are signed in as /)
  })
}

const emailFirst = [
  ['school', '/school', 'Email', 'Sign in'],
  ['recruitmentPlatform', '/school/login?platform=recruitmentPlatform', 'Email', 'Sign in'],
  ['olympiadPartner', '/partner', 'Email', 'Sign in'],
  ['svp', '/svp', 'Email ID', 'Log In'],
] as const

for (const [platform, path, label, button] of emailFirst) {
  test(`a user of ${platform} signs in with email and password together`, async ({ page }) => {
    const email = await createUser(page.request, { platform, hasPassword: true })
    await page.goto(path)
    await page.getByLabel(label, { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page).toHaveURL(`${homes[platform]}/`)
    await expect(heading(page)).toHaveText(/^You are signed in as /)
  })
}

test('a user with several platforms signs in to each with one password', async ({ page }) => {
  const platforms = ['professor', 'centreAdmin'] as const
  const email = await createUser(page.request, { platform: [...platforms], hasPassword: true })
  for (const platform of platforms) {
    await page.goto(`/?platform=${platform}`)
    await signIn(page, email)
    await expect(page).toHaveURL(`${homes[platform]}/`)
  }
})

test.describe('account page without the logout script', () => {
  test.use({ allowed: { errors: [cutNetwork] } })

  test('the account page works and reports nothing when the script that listens for sign-outs fails to load', async ({
    page,
  }) => {
    await page.goto('/account?platform=student')
    await signInAsNew(page)
    const library = page.getByRole('link', { name: 'My library' })
    await expect(library).toBeVisible()
    const cut = page.waitForEvent('requestfailed', (request) => /\/logout-/.test(request.url()))
    await page.route('**/assets/logout-*.js', (route) => route.abort())
    await page.reload()
    await cut
    await expect(library).toBeVisible()
    await expect(page.locator('.toast')).toHaveCount(0)
  })
})
