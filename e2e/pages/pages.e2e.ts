import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, refusedRequests, signIn, test, typeIdentifier, typePassword } from '../browser.ts'
import { newPerson } from '../people.ts'
import { emailField, toPassword, typeName, typePasswords } from '../sign-up/sign-up-steps.ts'
import { passwordStates } from '../states.ts'

/** Every screen in every state this house has: how to get there. */
const states: Record<string, (page: Page) => Promise<unknown>> = {
  'identifier step': (page) => page.goto('/?platform=student'),
  'identifier step with an error': async (page) => {
    await page.goto('/?platform=student')
    await page.getByRole('button', { name: 'Next' }).click()
  },
  'password step': async (page) => {
    await page.goto('/?platform=student')
    await typeIdentifier(page, 'student@foyer.test')
    await page.getByLabel('Password', { exact: true }).waitFor()
  },
  'password step with an error': async (page) => {
    await page.goto('/?platform=centreAdmin')
    // Nobody's address: wrong passwords for it lock nobody out.
    await typeIdentifier(page, `nobody-${Date.now()}@foyer.test`)
    await typePassword(page, 'wrong')
    await page.getByText('That did not match').first().waitFor()
  },
  'step of the code': async (page) => {
    await toCode(page)
    await page.getByText('Resend in').waitFor()
  },
  'step of the code with an error': async (page) => {
    await toCode(page)
    await page.getByText('Resend in').waitFor()
    await page.getByText('Problems with the code?').click()
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByText('Required').waitFor()
  },
  'a code that is being sent': async (page) => {
    await page.route('**/users/otp?**', () => {})
    await toCode(page)
    await page.getByText('Sending a code…').first().waitFor()
  },
  'a code that was not sent': async (page) => {
    await page.route('**/users/otp?**', (route) => route.fulfill({ status: 400, json: { errors: {} } }))
    await toCode(page)
    await page.getByRole('button', { name: 'Send code' }).waitFor()
  },
  'too many codes': async (page) => {
    await page.route('**/users/otp?**', (route) => {
      const json = { errors: { code: 'too-many-attempts', message: 'Too many attempts.' } }
      return route.fulfill({ status: 429, headers: { 'retry-after': '900' }, json })
    })
    await toCode(page)
    await page.getByText('Try again in 15 minutes').first().waitFor()
  },
  'identifier step with a slip and a partner': async (page) => {
    await page.goto('/?platform=student&login_source=itu')
    await page.getByLabel('Email or phone number').fill('a-rather-long-name@gmial.com')
    await page.getByRole('button', { name: /Did you mean/ }).waitFor()
    await page.getByRole('img', { name: 'ITU' }).waitFor()
  },
  'name step of sign-up': (page) => page.goto('/signup?platform=student'),
  'name step of sign-up with an error': async (page) => {
    await page.goto('/signup?platform=student')
    await typeName(page, 'a'.repeat(65), 'b'.repeat(65))
    await page.getByText('There is a problem').waitFor()
  },
  'email step of sign-up with a slip': async (page) => {
    await page.goto('/signup?platform=student')
    await typeName(page, 'Chandrasekharan-Venkataraman')
    await emailField(page).fill('a-rather-long-name@gmial.com')
    await page.getByRole('button', { name: /Did you mean/ }).waitFor()
  },
  'email step of sign-up with a known address': async (page) => {
    await toPassword(page, 'student@foyer.test')
    await typePasswords(page)
    await page.getByRole('button', { name: 'Would you like to sign in instead?' }).waitFor()
  },
  'password step of sign-up': (page) => toPassword(page),
  'password step of sign-up with errors': async (page) => {
    await toPassword(page)
    await typePasswords(page, '')
    await page.getByText('There is a problem').waitFor()
  },
  'school sign-in': (page) => page.goto('/school/login'),
  'school sign-in with errors': async (page) => {
    await page.goto('/school/login')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  },
  'partner sign-in': (page) => page.goto('/partner/login'),
  'school verification sign-in': (page) => page.goto('/?platform=svp'),
  account: async (page) => {
    await page.goto('/?platform=serviceAdmin')
    await signIn(page, 'serviceadmin@foyer.test')
    await page.waitForURL(/account/)
  },
  'name with an error': async (page) => {
    await page.goto('/account?platform=professor#name')
    await signIn(page, 'professor@foyer.test')
    await page.getByLabel('First Name').fill('...')
    await page.getByRole('button', { name: 'Save name' }).click()
  },
  ...passwordStates,
  'Page not found': (page) => page.goto('/nothing-here'),
  'Invalid URL': (page) => page.goto('/logout?platform=nonsense'),
  'error test': (page) => page.goto('/error-test'),
}

async function toCode(page: Page): Promise<void> {
  const email = await newPerson(page.request, { hasPassword: true })
  await page.goto('/?platform=student')
  await typeIdentifier(page, email)
  await page.getByRole('button', { name: 'Sign in with OTP' }).click()
}

for (const [name, reach] of Object.entries(states)) {
  test.describe(name, () => {
    test.use({ allowed: { errors: [refusedRequests] } })

    test('has no accessibility fault, light and dark, and does not scroll sideways at 320 × 256', async ({
      page,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await reach(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.getByRole('main')).toHaveCount(1)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await faultsOf(page), colorScheme).toEqual([])
      }
      await page.setViewportSize({ width: 320, height: 256 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    })
  })
}

async function faultsOf(page: Page): Promise<string[]> {
  const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

test.describe('pages of errors', () => {
  test.use({ allowed: { errors: [refusedRequests, /./] } })

  test("an unknown path is 'Page not found' with 404", async ({ page }) => {
    const response = await page.goto('/nothing-here')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  })

  test('an error while rendering shows the error page with a contact', async ({ page }) => {
    await page.goto('/error-test')
    await page.getByRole('button', { name: 'Break the page' }).click()
    await expect(page.getByText(/get in touch/i)).toBeVisible()
  })

  test('a script that cannot load leaves the fatal fallback, not a dead form', async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/?platform=student')
    await expect(page.getByText('An unexpected error occurred. Please try reloading the page.')).toBeVisible()
    await expect(page.getByRole('button', { name: /reload/i })).toBeVisible()
  })
})

test('logging out shows a sentence, and goes on', async ({ page }) => {
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  await page.goto('/school/logout', { waitUntil: 'commit' })
  await expect(page.getByText('You will be redirected shortly')).toBeVisible()
  await expect(page).toHaveURL(/\/school\/login\?platform=school$/)
})
