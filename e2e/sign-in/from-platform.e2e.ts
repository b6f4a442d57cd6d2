/** Tests signing in from a platform and returning to its page (N-55). */
import { expect, password, signIn, signInAsNew, test, typeIdentifier, typePassword } from '../browser.ts'
import { gotoEarly } from '../page-start.ts'
import { accountsUrl, demoUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'

test('a user signs in from a platform and returns to its page with a name, and no address has a secret', async ({
  page,
}) => {
  const seen: string[] = []
  page.on('framenavigated', (frame) => seen.push(frame.url()))
  await page.goto(demoUrl)
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await expect(page).toHaveURL(new RegExp(`^${accountsUrl}/\\?platform=student`))
  await expect(page).toHaveTitle(/Sign in/)

  const email = await createUser(page.request, { hasPassword: true })
  await typeIdentifier(page, email)
  await expect(page.getByText('Ravi Kumar').first()).toBeVisible()
  await typePassword(page)

  await expect(page).toHaveURL(`${demoUrl}/`)
  await expect(page.getByRole('main')).toContainText('Ravi Kumar')
  await expect(page.getByRole('main')).toContainText(email)
  expect(seen.join('\n')).not.toContain(password)
  expect(page.url()).not.toContain('code=')
})

test('a platform page that needs a session is shown after the sign-in, and the next visit needs no password', async ({
  page,
  context,
}) => {
  await page.goto(`${demoUrl}/library`)
  await signInAsNew(page)
  await expect(page).toHaveURL(`${demoUrl}/library`)
  await context.clearCookies()

  // The sign-in page redirects before it has loaded.
  await gotoEarly(page, `${demoUrl}/foyer/sign-in`)
  await expect(page).toHaveURL(`${demoUrl}/`)
  await expect(page.getByRole('main')).toContainText('Ravi Kumar')
})

test('signing out of the platform signs out of Foyer, and the next sign-in returns to the platform', async ({
  page,
}) => {
  await page.goto(`${demoUrl}/foyer/sign-in`)
  await signIn(page, '+91 98765 43210')
  await expect(page).toHaveURL(`${demoUrl}/`)
  await expect(page.getByRole('main')).toContainText('Priya Das')

  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await expect(page).toHaveURL(new RegExp(`^${accountsUrl}/\\?.*platform=student`))
  await expect(page.getByText(/signed out/i).first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('foyer.auth.student'))).toBeNull()

  await page.getByRole('button', { name: 'Someone else' }).click()
  await signInAsNew(page)
  await expect(page).toHaveURL(`${demoUrl}/`)
  await expect(page.getByRole('main')).toContainText('Ravi Kumar')
})

test('two tabs that sign in different users each show their own user after the sign-in', async ({
  page,
  context,
}) => {
  await page.goto(`${demoUrl}/foyer/sign-in`)
  await typeIdentifier(page, await createUser(page.request, { hasPassword: true }))
  const other = await context.newPage()
  await other.goto(`${demoUrl}/foyer/sign-in`)
  await typeIdentifier(other, await createUser(page.request, { hasPassword: true, firstName: 'Maya' }))
  await typePassword(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Ravi Kumar')
  await typePassword(other)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Welcome, Maya Kumar')
})
