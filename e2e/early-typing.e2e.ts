import { expect, test } from './browser.ts'
import { demoUrl } from './house.ts'

const everyParameter = new URLSearchParams({
  platform: 'student',
  'redirect-url': `${demoUrl}/`,
  email: 'prefilled@example.com',
  phoneNumber: '+919876543210',
  autoNext: 'false',
  login_source: 'itu',
  signup_source: 'poster',
  utm_source: 'mail',
  utm_medium: 'mail',
  utm_campaign: 'spring',
  utm_term: 'a',
  utm_content: 'b',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
})

test('what is typed before the script arrives stays, with every query parameter present', async ({
  page,
}) => {
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(`/?${everyParameter}`, { waitUntil: 'commit' })
  const field = page.getByLabel('Email or phone number')
  await field.click()
  await page.keyboard.type('student@foy')
  scripts.resolve()
  await page.waitForFunction(
    () => document.documentElement.dataset.started !== undefined || document.readyState === 'complete',
  )
  await page.keyboard.type('er.test')
  await expect(field).toHaveValue('student@foyer.test')
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Asha Rao').first()).toBeVisible()
})

test('Enter before the script arrives is not lost', async ({ page }) => {
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/?platform=student', { waitUntil: 'commit' })
  await page.getByLabel('Email or phone number').fill('student@foyer.test')
  await page.keyboard.press('Enter')
  scripts.resolve()
  await expect(page.getByText('Asha Rao').first()).toBeVisible()
})
