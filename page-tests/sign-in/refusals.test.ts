/** Tests sign-in for users without access, after too many attempts, and on the partner platform (product 2.5, 4). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { refusal } from '../browser/answers.ts'
import { openBrowser, openPage } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { typeIdentifier } from '../otp/otp-steps.ts'
import { newEmail } from '../sign-up/sign-up-steps.ts'
import { homeOf, loginPath, openSignIn, reachPasswordStep, typePassword } from './sign-in-steps.ts'

const rightButNoAccess = 'Your password is right, but this account has no access to'

test('a short wait after too many attempts counts down, offers a code first, and disappears at its end', async () => {
  const { page } = await reachPasswordStep({ clock: true })
  const looks = () =>
    ['Sign in', 'Sign in with OTP'].map((name) => page.get.getByRole('button', { name }).className)
  const usual = ['button button-primary', 'button button-secondary']
  assert.deepEqual(looks(), usual)
  page.answer(loginPath, () => tooMany(50))
  await typePassword(page, 'any')
  await page.notice('You can try again in 50 seconds, or get a code now.')
  assert.deepEqual(looks(), usual.toReversed())
  page.clock.tick(15_000)
  await page.notice(/You can try again in [1-3]\d seconds, or get a code now\./)
  page.clock.tick(20_000)
  await page.notice(/You can try again in 1?\d seconds, or get a code now\./)
  assert.ok(!page.document.querySelector('.toast'), 'still shown')
  assert.match(said(page), /You can try again in 50 seconds, or get a code now\./)
  assert.doesNotMatch(said(page), /in [1-3]?\d seconds/)
  page.clock.tick(20_000)
  await page.focused('current-password')
  assert.ok(!page.document.querySelector('.notice-error'), 'still shown')
  assert.equal(said(page), '')
  assert.deepEqual(looks(), usual)
  await page.waitFor(() =>
    assert.equal(page.document.getElementById('live-status')?.textContent, 'You can try again now.'),
  )
})

test('a long wait, which holds for codes too, names the new password that ends it', async () => {
  const { page } = await reachPasswordStep({ clock: true })
  page.answer(loginPath, () => tooMany(110))
  await typePassword(page, 'any')
  await page.notice('You can try again in 2 minutes. A new password ends the wait.')
  page.clock.tick(55_000)
  await page.notice(/You can try again in [1-5]\d seconds\. A new password ends the wait\./)
  assert.equal((await page.find('button', 'Sign in')).className, 'button button-primary')
  await page.find('link', 'Forgot Password?')
})

test('the right password of another platform leads to the platform of the account', async () => {
  const { browser, page } = await openSignIn({
    platform: 'iqa',
    query: `&redirect-url=${encodeURIComponent(homeOf('iqa'))}`,
  })
  const { email } = await browser.service.makeUser()
  await typeIdentifier(page, email)
  await page.focused('current-password')
  await typePassword(page, rightPassword)
  await page.notice(`${rightButNoAccess} Quality Assessment.`)
  await page.waitFor(() => assert.equal(page.document.activeElement?.getAttribute('role'), 'alert'))
  await page.find('button', 'Learning')
})

for (const [title, path] of [
  ['partners', '/partner/login'],
  ['school verification', '/svp'],
] as const)
  test(`the form of ${title} names the platforms of an account without access`, async () => {
    const browser = await openBrowser()
    const { email } = await browser.service.makeUser()
    const page = await browser.open(path)
    await sendCredentials(page, email, rightPassword)
    await page.notice(rightButNoAccess)
    await page.find('button', 'Learning')
  })

test('the school verification portal has its own heading, labels and legal links', async () => {
  const page = await openPage('/svp')
  await page.heading('Sign in to School Verification Portal')
  await page.field('Email ID')
  await page.field('Password')
  await page.find('button', 'Log In')
  const footer = page.get.getByRole('contentinfo')
  assert.deepEqual(
    [...footer.querySelectorAll('a')].map((link) => page.text(link)),
    ['Help', 'Terms', 'Privacy Policy', 'EULA'],
  )
  assert.match(page.text(footer), new RegExp(`© ${new Date().getFullYear()}`))
})

test('partner sign-in names its platform and says how to get an account', async () => {
  const page = await openPage('/partner/login')
  await page.heading('Sign in to Olympiad Partners')
  await page.sees('No account? Ask your coordinator.')
})

test('partner sign-in says that it works, and asks for the password again after a refusal', async () => {
  const page = await openPage('/partner/login')
  const held = Promise.withResolvers<undefined>()
  const stop = page.answer(loginPath, () => held.promise)
  await sendCredentials(page, newEmail(), 'wrong')
  await page.waitFor(() =>
    assert.equal(page.document.getElementById('live-status')?.textContent, 'Authenticating'),
  )
  assert.ok(page.document.getElementById('username')?.closest('[inert]'))
  stop()
  held.resolve(undefined)
  await page.focused('current-password')
  const veil = page.document.querySelector<HTMLElement>('.form-frame-veil')
  assert.deepEqual([veil?.textContent, veil?.dataset.shown], ['', undefined])
  assert.equal((await page.field('Password')).value, '')
  assert.ok(!page.document.getElementById('username')?.closest('[inert]'), 'still shown')
})

test('a wrong password is an error of the password field where email and password stand together', async () => {
  for (const path of ['/partner/login', '/school/login', '/svp']) {
    const page = await openPage(path)
    await page.press(/^(Sign in|Log In)$/)
    await page.described('username', /Error: Enter your email$/)
    await page.described('current-password', /Error: Enter your password$/)
    await sendCredentials(page, newEmail(), 'wrong')
    await page.described('current-password', /^Error: Email or password is wrong\.$/)
    await page.focused('current-password')
    assert.equal((await page.field('Password')).getAttribute('aria-invalid'), 'true')
    assert.ok(!page.document.querySelector('.notice-error'), 'stands above the form too')
  }
})

test('a form that offers no code says only how long the password has to wait', async () => {
  const page = await openPage('/partner/login')
  page.answer(loginPath, () => tooMany(110))
  await sendCredentials(page, newEmail(), 'any')
  await page.notice('Too many attempts. Please try again in 2 minutes.')
  assert.equal((await page.find('button', 'Sign in')).className, 'button button-primary')
})

async function sendCredentials(page: Page, email: string, password: string): Promise<void> {
  await page.type(/^Email/, email)
  await page.type('Password', password)
  await page.press(/^(Sign in|Log In)$/)
}

function tooMany(seconds: number): Response {
  const errors = { code: 'too-many-attempts', message: 'Too many attempts. Please try again in 2 minutes.' }
  return refusal(429, errors, { 'retry-after': String(seconds) })
}

/** Returns the text that screen readers read from the alerts. */
function said({ document }: Page): string {
  const texts = [...document.querySelectorAll('[role=alert]')].map((alert) => {
    const copy = alert.cloneNode(true) as Element
    for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
    return copy.textContent
  })
  return texts.join('')
}
