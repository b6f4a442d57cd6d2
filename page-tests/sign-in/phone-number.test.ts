/** Tests that forms show the country that they assume for a phone number, and let the user choose another country. */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { codeTo } from '../../api/src/features/otp/test-codes.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import type { Browser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { codeLabel, identifierLabel, typeIdentifier } from '../otp/otp-steps.ts'
import { fetchPath, homeOf, openSignIn, typePassword } from './sign-in-steps.ts'

const inFrance = { timeZone: 'Europe/Paris' }

const country = ({ document }: Page) => document.querySelector<HTMLSelectElement>('#country-code')
/** Finds the link to sign-up if it is shown as a button, for a user who seems to have no account. */
const signUpFirst = ({ document }: Page) => document.querySelector('a.button')

/** Returns the number without its country code: '+919812345678' → '98123 45678'. */
const national = (number: string) => `${number.slice(3, 8)} ${number.slice(8)}`

async function makePhoneUser({ service }: Browser, password?: null): Promise<string> {
  const phoneNumber = `+9198${randomInt(10_000_000, 99_999_999)}`
  await service.makeUser({ phoneNumber, ...(password === null && { password }) })
  return phoneNumber
}

test('text that is neither an email address nor a phone number is refused at the field', async () => {
  const { page } = await openSignIn(inFrance)
  for (const typed of ['abc', 'asha@', 'asha@example']) {
    await typeIdentifier(page, typed)
    await page.described(
      'username',
      /Enter an email like name@example\.com or a phone number with its country code, like \+91 98765 43210\./,
    )
    await page.focused('username')
    assert.ok(!signUpFirst(page), 'still shown')
    await page.user.clear(await page.field(identifierLabel))
    await page.described('username', /Enter your email or phone number/)
  }
  assert.deepEqual(page.sentTo(fetchPath), [])
})

test('a number without a country code shows the assumed country, and the chosen one signs in', async () => {
  const { browser, page } = await openSignIn(inFrance)
  const number = await makePhoneUser(browser)
  await page.user.click(await page.field(identifierLabel))
  await page.user.keyboard(national(number))
  await page.waitFor(() => assert.equal(country(page)?.value, 'FR'))
  assert.equal(country(page)?.getAttribute('autocomplete'), 'tel-country-code')
  await page.press('Next')
  await page.described('username', /not a phone number of France \(\+33\)/)
  assert.ok(!signUpFirst(page), 'still shown')

  await page.choose('Country', 'India (+91)')
  const field = await page.field(identifierLabel)
  await page.waitFor(() => assert.equal(field.getAttribute('aria-invalid'), null))
  await page.press('Next')
  await page.heading('Welcome back, Asha')
  await page.sees(`+91 ${national(number)}`)
  await typePassword(page, rightPassword)
  await page.leaves(homeOf('student'))
})

test('a number that nobody has in the assumed country names that country and promotes no sign-up', async () => {
  const { page } = await openSignIn(inFrance)
  await typeIdentifier(page, '06 12 34 56 78')
  await page.described('username', /could not find an account with this number in France \(\+33\)/)
  assert.equal(country(page)?.value, 'FR')
  assert.ok(!signUpFirst(page), 'still shown')
  await typeIdentifier(page, '+33 6 12 34 56 78')
  await page.waitFor(() => assert.match(signUpFirst(page)?.textContent ?? '', /Sign up for free/))
  assert.ok(!country(page), 'still shown')
})

test('a number in Devanagari digits gets a code, and the chosen country stays for every form', async () => {
  const { browser, page } = await openSignIn(inFrance)
  const number = await makePhoneUser(browser, null)
  const typed = inDevanagari(number.slice(3))
  await page.type(identifierLabel, typed)
  await page.choose('Country', 'India (+91)')
  await page.press('Forgot Password?')
  await page.heading('Forgot your password?')
  assert.equal((await page.field(identifierLabel)).value, typed)
  await page.waitFor(() => assert.equal(country(page)?.value, 'IN'))
  await page.press('Send reset link')
  await page.sees(`If there is an account for ${typed} in India (+91)`)
  await page.reload()
  await page.sees(`${typed} in India (+91)`)

  await page.goto('/?platform=student')
  await typeIdentifier(page, typed)
  await page.heading('Check your phone')
  await page.sees(`A 6-digit verification code was sent to +91 ${number.slice(3)}`)
  await page.focused('otp')
  await page.type(codeLabel, inDevanagari(await codeTo(browser.service, number)))
  await page.leaves(homeOf('student'))
})

test('a number is not sent to a platform that signs in by email', async () => {
  const { page } = await openSignIn(inFrance)
  await page.goto('/school/forgot-password?platform=school')
  await page.type(/^Email/, '98765 43210')
  await page.press('Send reset link')
  const field = await page.field(/^Email/)
  await page.described(field.id, /name@example\.com/)
  assert.ok(!country(page), 'still shown')
})

test('the form asks for the country that it cannot guess', async () => {
  const { browser, page } = await openSignIn({ timeZone: 'UTC', language: 'hi' })
  const number = await makePhoneUser(browser)
  await typeIdentifier(page, national(number))
  await page.described('username', /Choose the country of this number/)
  assert.equal(country(page)?.selectedOptions[0]?.textContent, 'Choose a country')
  await page.choose('Country', 'India (+91)')
  await page.press('Next')
  await page.heading('Welcome back, Asha')
})

function inDevanagari(text: string): string {
  return text.replace(/\d/g, (digit) => '०१२३४५६७८९'[Number(digit)] ?? '')
}
