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

test('a name typed before the script of sign-up arrives stays, with every query parameter present', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await gotoEarly(page, `/signup?${everyParameter}`)
  await page.getByLabel('First Name').click()
  await page.keyboard.type('Mee')
  release()
  await page.waitForFunction(() => document.documentElement.dataset.started !== undefined)
  await page.keyboard.type('ra')
  await expect(page.getByLabel('First Name')).toHaveValue('Meera')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alright, Meera. Now onto your email')
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('prefilled@example.com')
})

test('pressing Enter before the script arrives submits the form once it has', async ({ page }) => {
  const email = await createUser(page.request, { hasPassword: true })
  const release = await holdScripts(page)
  await gotoEarly(page, '/?platform=student')
  await page.getByLabel('Email or phone number').fill(email)
  await page.keyboard.press('Enter')
  release()
  await expect(page.getByText('Ravi Kumar').first()).toBeVisible()
})

for (const path of ['/', '/forgot-password'])
  test(`a mistyped domain typed before the script arrives gets a suggestion on ${path}`, async ({ page }) => {
    const release = await holdScripts(page)
    await gotoEarly(page, `${path}?platform=student`)
    const field = page.getByLabel('Email or phone number')
    await field.fill('asha@gmial.com')
    release()
    await page.getByRole('button', { name: 'Did you mean asha@gmail.com?' }).click()
    await expect(field).toHaveValue('asha@gmail.com')
  })
