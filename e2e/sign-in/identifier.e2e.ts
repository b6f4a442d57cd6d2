import { cutNetwork, expect, test, typeIdentifier, typePassword } from '../browser.ts'
import { newPerson } from '../people.ts'
import { demoUrl } from '../test-installation.ts'
import { identifierField, title } from './otp-step.ts'

test.describe('a slip in the domain of an address', () => {
  test.use({ allowed: { errors: [cutNetwork] } })
  test('keeps nobody from signing in where the hint does not come', async ({ page }) => {
    await page.route('**/assets/*typo*', (route) => route.abort())
    await page.goto('/?platform=student')
    await identifierField(page).pressSequentially('student@foyer.test')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(title(page)).toHaveText('Welcome back, Asha')
  })

  test('is asked about, and mended by a click alone', async ({ page }) => {
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

  test('is not seen where there is none, and stops nobody', async ({ page, request }) => {
    const email = await newPerson(request, { hasPassword: true })
    await page.goto('/?platform=student')
    await identifierField(page).pressSequentially(email)
    await page.waitForTimeout(800)
    await expect(page.getByRole('button', { name: /Did you mean/ })).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(title(page)).toHaveText('Welcome back, Ravi')
  })
})

test('a partner who sends people has a logo in the header, through the steps', async ({ page, request }) => {
  const email = await newPerson(request, { hasPassword: true })
  await page.goto('/?platform=student&login_source=itu')
  const logo = page.getByRole('banner').getByRole('img', { name: 'ITU' })
  await expect(logo).toBeVisible()
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await typeIdentifier(page, email)
  await expect(title(page)).toHaveText('Welcome back, Ravi')
  await expect(logo).toBeVisible()
  await page.goto('/?platform=student&login_source=constructor')
  await expect(identifierField(page)).toBeVisible()
  await expect(logo).toHaveCount(0)
})

test.describe('the device identifier', () => {
  test('is a fingerprint of the browser with chance added, the same in every call and visit', async ({
    page,
    request,
    context,
  }) => {
    const email = await newPerson(request, { hasPassword: true })
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

  test('is a random one where the fingerprint does not come, and nobody waits', async ({ page, request }) => {
    await page.route('**/assets/fingerprint-*.js', () => {})
    const email = await newPerson(request, { hasPassword: true })
    await page.goto('/?platform=student')
    const asked = page.waitForRequest(/users\/fetch/)
    await typeIdentifier(page, email)
    expect((await asked).headers()['x-device-id']).toMatch(/^\d+(-\d+){4}$/)
    await expect(title(page)).toHaveText('Welcome back, Ravi')
  })
})

test.describe('a script that only adorns and does not come', () => {
  test.use({ allowed: { errors: [cutNetwork] } })

  for (const [name, chunk] of [
    ["a partner's logo", 'partner-logo'],
    ['the hint of a slip', 'typo-hint'],
  ] as const)
    test(`leaves the form as it is: ${name}`, async ({ page }) => {
      let tries = 0
      await page.clock.install()
      await page.route(`**/assets/${chunk}-*.js`, (route) => {
        tries += 1
        return route.abort()
      })
      await page.goto('/?platform=student&login_source=itu')
      await page.getByLabel('Email or phone number').fill('student@foyer.tset')
      await expect(async () => {
        await page.clock.fastForward(3_000)
        expect(tries).toBe(3)
      }).toPass()
      await typeIdentifier(page, 'student@foyer.test')
      await expect(page.getByText('Asha Rao').first()).toBeVisible()
    })
})
