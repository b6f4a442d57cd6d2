/** Tests what a user types and submits before the page's script arrives. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { sharedService } from '../browser/shared-service.ts'

const identifierLabel = 'Email or phone number'
const findPath = '/api/auth/users/fetch'

const everyParameter = new URLSearchParams({
  platform: 'student',
  'redirect-url': 'https://student.example/library',
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

async function openEarly(path: string): Promise<Page> {
  const page = (await openBrowser()).newPage()
  await page.gotoEarly(path)
  return page
}

/** Checks whether the form's button shows that work has begun. */
function isBusy(page: Page): boolean {
  return page.document.querySelector('main button[type=submit]')?.ariaDisabled === 'true'
}

/** Returns the text that a live region announces. */
function said(page: Page, region: 'live-status' | 'live-alert'): string {
  return page.text(page.document.getElementById(region) as Element)
}

test('a name typed before the script of sign-up arrives stays, with every query parameter present', async () => {
  const page = await openEarly(`/signup?${everyParameter}`)
  await page.user.click(await page.field('First Name'))
  await page.user.keyboard('Mee')
  await page.runScript()
  await page.user.keyboard('ra')
  assert.equal((await page.field('First Name')).value, 'Meera')
  await page.user.keyboard('{Enter}')
  await page.heading('Alright, Meera. Now onto your email')
  assert.equal((await page.field('Email')).value, 'prefilled@example.com')
})

test('pressing Enter before the script arrives submits the form once it has', async () => {
  const page = await openEarly('/?platform=student')
  const { email } = await (await sharedService()).makeUser()
  await page.type(identifierLabel, email)
  await page.user.keyboard('{Enter}')
  assert.ok(isBusy(page))
  assert.equal(page.sentTo(findPath).length, 0)
  await page.runScript()
  await page.heading('Welcome back, Asha')
  assert.equal(page.sentTo(findPath).length, 1)
})

test('an empty form that was sent early shows its error and can be sent again', async () => {
  const page = await openEarly('/?platform=student')
  await page.press(/^Next/)
  assert.ok(isBusy(page))
  assert.equal(said(page, 'live-status'), 'One moment…')
  await page.runScript()
  await page.described('username', /Enter your email or phone number$/)
  assert.ok(!isBusy(page))
  await page.waitFor(() => assert.equal(said(page, 'live-alert'), 'Email or phone number: Required'))
  assert.equal(said(page, 'live-status'), '')
})

for (const [path, button, heading] of [
  // Style sheets hide the other texts of the button; they are not there before the script.
  ['/?platform=student', /^Next/, 'Welcome back, Asha'],
  ['/forgot-password?platform=student', 'Send reset link', 'Check your email'],
] as const)
  test(`the email of a link is sent by a press on ${path} before the script fills it in`, async () => {
    const browser = await openBrowser()
    const { email } = await browser.service.makeUser()
    const page = browser.newPage()
    await page.gotoEarly(`${path}&email=${email}`)
    await page.press(button)
    await page.runScript()
    await page.heading(heading)
  })

for (const path of ['/', '/forgot-password'])
  test(`a mistyped domain typed before the script arrives gets a suggestion on ${path}`, async () => {
    const page = await openEarly(`${path}?platform=student`)
    await page.type(identifierLabel, 'asha@gmial.com')
    await page.runScript()
    await page.press('Did you mean asha@gmail.com?')
    assert.equal((await page.field(identifierLabel)).value, 'asha@gmail.com')
  })

test('a link of the popup that is pressed early waits for the script, unless it opens another tab or window', async () => {
  const page = await openEarly('/popup-sso?platform=student&origin=https://student.example')
  const { MouseEvent } = page.window
  const link = await page.find('link', 'Forgot Password?')
  // Cancels the click, because jsdom cannot open another tab.
  page.document.addEventListener('click', (event) => event.preventDefault())
  const waits = (keys: MouseEventInit) => {
    const press = new MouseEvent('click', { bubbles: true, cancelable: true, ...keys })
    let isHeld: boolean | undefined
    link.addEventListener('click', () => (isHeld = press.defaultPrevented), { once: true })
    link.dispatchEvent(press)
    return isHeld
  }
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey']) assert.equal(waits({ [key]: true }), false, key)
  assert.equal(waits({}), true)
})
