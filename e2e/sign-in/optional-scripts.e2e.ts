/** Tests the scripts that forms can work without: input help, the partner's logo, the fingerprint and the captcha solver. */
import {
  cutNetwork,
  expect,
  heading,
  refusedRequests,
  signIn,
  test,
  typeIdentifier,
  typePassword,
} from '../browser.ts'
import { demoUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'
import { identifierField } from './otp-step.ts'

test.describe('failed scripts', () => {
  test.use({ allowed: { errors: [cutNetwork] } })

  test('a user signs in without the optional scripts, and sees the logo of the partner once its script loads', async ({
    page,
  }) => {
    const email = await createUser(page.request, { hasPassword: true })
    const logo = page.getByRole('banner').getByRole('img', { name: 'ITU' })
    const tries: Record<string, number> = { 'partner-logo': 0, 'contact-help': 0 }
    await page.clock.install()
    await page.route('**/assets/fingerprint-*.js', () => {})
    for (const name of Object.keys(tries))
      await page.route(`**/assets/${name}-*.js`, (route) => {
        tries[name] = (tries[name] ?? 0) + 1
        return route.abort()
      })
    await page.goto('/?platform=student&login_source=itu')
    await identifierField(page).fill('asha@gmial.com')
    await expect(async () => {
      await page.clock.fastForward(3_000)
      expect(tries).toEqual({ 'partner-logo': 3, 'contact-help': 3 })
    }).toPass()
    const asked = page.waitForRequest(/users\/fetch/)
    await typeIdentifier(page, email)
    expect((await asked).headers()['x-device-id']).toMatch(/^\d+(-\d+){4}$/)
    await expect(heading(page)).toHaveText('Welcome back, Ravi')
    await expect(logo).toHaveCount(0)

    await page.unroute('**/assets/partner-logo-*.js')
    await page.reload()
    await expect(logo).toBeVisible()
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await typePassword(page)
    await expect(page).toHaveURL(`${demoUrl}/`)
  })

  test('a person whom the browser knows gets the usual steps if the script of the greeting does not load', async ({
    page,
  }) => {
    const email = await createUser(page.request, { platform: 'professor', hasPassword: true })
    await page.goto('/?platform=professor&return=account')
    await signIn(page, email)
    await expect(heading(page)).toHaveText('Your account')
    await page.goto('/logout?platform=professor')
    await expect(page.getByText('You have signed out').first()).toBeVisible()
    await page.route('**/assets/known-person-*.js', (route) => route.abort())
    await page.goto('/?platform=professor&return=account')
    await expect(identifierField(page)).toHaveValue(email)
    await expect(page.getByLabel('Password', { exact: true })).toBeHidden()
    await page.getByRole('button', { name: 'Next' }).click()
    await typePassword(page)
    await expect(heading(page)).toHaveText('Your account')
  })

  test('a user whose captcha script does not load keeps the identifier and can try again', async ({
    page,
    alsoAllowed,
  }) => {
    alsoAllowed.push(refusedRequests)
    const email = await createUser(page.request, { hasPassword: true })
    const challenge = await (await page.request.get('/api/auth/captcha/challenge')).json()
    const errors = { code: 'captcha-needed', message: 'Please verify the captcha', challenge }
    await page.route('**/users/fetch', (route) => route.fulfill({ status: 400, json: { errors } }))
    await page.route('**/assets/solve-captcha-*.js', (route) => route.abort())
    await page.goto('/?platform=student')
    await typeIdentifier(page, email)
    await expect(page.getByRole('alert').first()).toContainText(
      'The service didn’t answer. Please try again.',
    )
    await expect(identifierField(page)).toHaveValue(email)
    await page.unroute('**/users/fetch')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText('Welcome back, Ravi')
  })
})

test('the device id is a fingerprint with a random suffix and the same in every call', async ({
  page,
  context,
}) => {
  const email = await createUser(page.request, { hasPassword: true })
  const ids: (string | undefined)[] = []
  context.on('request', (sent) => {
    if (sent.url().includes('/api/auth/')) ids.push(sent.headers()['x-device-id'])
  })
  await page.goto('/?platform=student')
  await identifierField(page).pressSequentially('a')
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('foyer.device')))
    .toMatch(/^[0-9a-f]{32}-\d{8}$/)
  await typeIdentifier(page, email)
  await typePassword(page)
  await expect(page).toHaveURL(`${demoUrl}/`)
  expect(ids.length).toBeGreaterThan(2)
  expect(new Set(ids).size).toBe(1)
  expect(ids[0]).toMatch(/^[0-9a-f]{32}-\d{8}$/)
})
