import { cutNetwork, expect, heading, test, typeIdentifier, typePassword } from '../browser.ts'
import { demoUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'
import { identifierField } from './otp-step.ts'

test.describe('mistyped email domain', () => {
  test.use({ allowed: { errors: [cutNetwork] } })
  test('a user signs in when the script of the suggestion fails to load', async ({ page }) => {
    await page.route('**/assets/contact-help-*.js', (route) => route.abort())
    const email = await createUser(page.request, { hasPassword: true })
    await page.goto('/?platform=student')
    await identifierField(page).pressSequentially(email)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(heading(page)).toHaveText('Welcome back, Ravi')
  })

  test('a mistyped domain gets a suggestion, which a click applies', async ({ page }) => {
    await page.goto('/?platform=student')
    await identifierField(page).fill('asha@gmial.com')
    const hint = page.getByRole('button', { name: 'Did you mean asha@gmail.com?' })
    await expect(hint).toBeVisible()
    await expect(identifierField(page)).toHaveValue('asha@gmial.com')
    await hint.click()
    await expect(identifierField(page)).toHaveValue('asha@gmail.com')
    await expect(identifierField(page)).toBeFocused()
    await expect(hint).toHaveCount(0)
  })

  test('a correct email gets no suggestion and signs in', async ({ page, request }) => {
    const email = await createUser(request, { hasPassword: true })
    await page.goto('/?platform=student')
    await identifierField(page).pressSequentially(email)
    await page.waitForTimeout(800)
    await expect(page.getByRole('button', { name: /Did you mean/ })).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Welcome back, Ravi')
  })
})

test('a known login_source shows its partner logo in the header on every step', async ({ page, request }) => {
  const email = await createUser(request, { hasPassword: true })
  await page.goto('/?platform=student&login_source=itu')
  const logo = page.getByRole('banner').getByRole('img', { name: 'ITU' })
  await expect(logo).toBeVisible()
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await typeIdentifier(page, email)
  await expect(heading(page)).toHaveText('Welcome back, Ravi')
  await expect(logo).toBeVisible()
  await page.goto('/?platform=student&login_source=constructor')
  await expect(identifierField(page)).toBeVisible()
  await expect(logo).toHaveCount(0)
})

test.describe('device id', () => {
  test('the device id is a fingerprint with a random suffix and the same in every call', async ({
    page,
    request,
    context,
  }) => {
    const email = await createUser(request, { hasPassword: true })
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

  test('the device id is random when the fingerprint script does not load, and no call waits for it', async ({
    page,
    request,
  }) => {
    await page.route('**/assets/fingerprint-*.js', () => {})
    const email = await createUser(request, { hasPassword: true })
    await page.goto('/?platform=student')
    const asked = page.waitForRequest(/users\/fetch/)
    await typeIdentifier(page, email)
    expect((await asked).headers()['x-device-id']).toMatch(/^\d+(-\d+){4}$/)
    await expect(heading(page)).toHaveText('Welcome back, Ravi')
  })
})

test.describe('optional scripts', () => {
  test.use({ allowed: { errors: [cutNetwork] } })

  for (const [name, chunk] of [
    ["the partner's logo", 'partner-logo'],
    ['the contact help', 'contact-help'],
  ] as const)
    test(`the form works when the script of ${name} fails to load`, async ({ page }) => {
      const email = await createUser(page.request, { hasPassword: true })
      let tries = 0
      await page.clock.install()
      await page.route(`**/assets/${chunk}-*.js`, (route) => {
        tries += 1
        return route.abort()
      })
      await page.goto('/?platform=student&login_source=itu')
      await page.getByLabel('Email or phone number').fill('asha@gmial.com')
      await expect(async () => {
        await page.clock.fastForward(3_000)
        expect(tries).toBe(3)
      }).toPass()
      await typeIdentifier(page, email)
      await expect(page.getByText('Ravi Kumar').first()).toBeVisible()
    })
})
