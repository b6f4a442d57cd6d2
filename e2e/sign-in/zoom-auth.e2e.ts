import { cutNetwork, expect, heading, password, signIn, signInAsNew, test, typePassword } from '../browser.ts'
import { gotoEarly } from '../page-start.ts'
import { accountsUrl, zoomUrl } from '../test-installation.ts'
import { createUser, newEmail } from '../test-users.ts'

const inClass = 'You are in the class as'

test.describe('external site', () => {
  test.use({ allowed: { errors: [cutNetwork] } })

  test('a signed-in user reaches the external site with a code that its server redeems', async ({ page }) => {
    await page.goto('/account?platform=student')
    await signInAsNew(page)
    await page.waitForURL(/\/account/)
    const codes: (string | null)[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(`${zoomUrl}/foyer/callback`))
        codes.push(new URL(request.url()).searchParams.get('code'))
    })
    await gotoEarly(page, '/zoom-auth?platform=student&room=7&email=a%40b.test')
    await expect(heading(page)).toHaveText(`${inClass} Ravi Kumar`)
    expect(codes.at(-1)).toMatch(/^ac_/)
    await expect(page.getByRole('main')).toContainText('zoom, no platform accepts it')
    expect(page.url()).toBe(`${zoomUrl}/`)
  })

  test('the address of the external site gets the query of the page, but nothing of the user', async ({
    page,
  }) => {
    await page.goto('/account?platform=student')
    await signInAsNew(page)
    await page.waitForURL(/\/account/)
    await page.route(`${zoomUrl}/**`, (route) => route.fulfill({ body: 'There' }))
    await gotoEarly(page, '/zoom-auth?platform=student&room=a%20b&email=a%40b.test&code=old')
    await page.waitForURL(`${zoomUrl}/**`)
    const { pathname, searchParams } = new URL(page.url())
    expect(pathname).toBe('/foyer/callback')
    expect([...searchParams.keys()]).toEqual(['platform', 'room', 'code'])
    expect(searchParams.get('room')).toBe('a b')
    expect(searchParams.get('code')).toMatch(/^ac_/)
  })

  test('a signed-out user of the external site signs in first and continues there', async ({
    page,
    request,
  }) => {
    const email = await createUser(request, { hasPassword: true })
    await page.goto(zoomUrl)
    await page.getByRole('link', { name: 'Join the class' }).click()
    await page.waitForURL(/return=zoom-auth/)
    expect(page.url().startsWith(`${accountsUrl}/?`)).toBe(true)
    await signIn(page, email)
    await expect(heading(page)).toHaveText(new RegExp(inClass))
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(page.getByRole('link', { name: 'Join the class' })).toBeVisible()
    // The user is still signed in at Foyer, which asks for nothing.
    await page.getByRole('link', { name: 'Join the class' }).click()
    await expect(heading(page)).toHaveText(new RegExp(inClass))
  })

  test('a new user signs up on the way to the external site', async ({ page }) => {
    await page.goto('/zoom-auth?platform=student&room=7')
    await page.getByRole('link', { name: 'Sign up for free' }).click()
    await page.getByLabel('First Name').fill('Asha')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Email', { exact: true }).fill(newEmail())
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Password', { exact: true }).fill('nine green lanterns')
    await page.getByLabel('Confirm Password', { exact: true }).fill('nine green lanterns')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(heading(page)).toHaveText(`${inClass} Asha`)
  })

  test('a user of a platform that may not go to the external site reads why, and stays signed in', async ({
    page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const email = await createUser(page.request, { platform: 'olympiadPartner', hasPassword: true })
    await page.goto('/partner/login?return=account')
    await page.getByLabel('Email').fill(email)
    await typePassword(page, password)
    await page.waitForURL(/\/account/)
    await page.goto('/zoom-auth?platform=olympiadPartner')
    await expect(heading(page)).toHaveText('You can’t go to Zoom from here')
    expect(asked).not.toContain('/api/auth/codes')
    await page.getByRole('link', { name: 'Go to your account' }).click()
    await expect(heading(page)).toHaveText('Your account')
  })

  test('a failed call on the way to the external site is explained and repeated', async ({ page }) => {
    await page.goto('/account?platform=student')
    await signInAsNew(page)
    await page.waitForURL(/\/account/)
    await page.route('**/api/auth/codes', (route) => route.abort())
    await page.goto('/zoom-auth?platform=student')
    await expect(heading(page)).toHaveText('We couldn’t take you to Zoom')
    await expect(heading(page)).toBeFocused()
    await page.unroute('**/api/auth/codes')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText(`${inClass} Ravi Kumar`)
  })

  test('a sign-in for the external site leads to no address of the query', async ({ page, request }) => {
    const email = await createUser(request, { hasPassword: true })
    await page.goto('/?platform=student&return=//evil.example/zoom-auth')
    await signIn(page, email)
    await expect(page.getByRole('main')).toContainText('You are signed in as')
  })
})
