import { expect, test } from '../browser.ts'
import { gotoEarly } from '../page-start.ts'
import { demoUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'
import { holdScripts } from './hold-scripts.ts'

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

test('an identifier typed before the script arrives stays, with every query parameter present', async ({
  page,
}) => {
  const email = await createUser(page.request, { hasPassword: true })
  const release = await holdScripts(page)
  await gotoEarly(page, `/?${everyParameter}`)
  const field = page.getByLabel('Email or phone number')
  await field.click()
  await page.keyboard.type(email.slice(0, 10))
  release()
  await page.waitForFunction(
    () => document.documentElement.dataset.started !== undefined || document.readyState === 'complete',
  )
  await page.keyboard.type(email.slice(10))
  await expect(field).toHaveValue(email)
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ravi Kumar').first()).toBeVisible()
})
