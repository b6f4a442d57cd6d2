/** Tests the page that requests a password link: its fields, its answers, and failures (product 2.1, 5). */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { networkError, refusal } from '../browser/answers.ts'
import { openBrowser, openPage } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { sharedService } from '../browser/shared-service.ts'
import { homeOf, mailsTo, makeUser, newEmail, newestLink } from './password-steps.ts'

const requestPath = '/api/auth/forgot-password'
const formPath = '/forgot-password?platform=student'
const newNumber = () => `+9198${randomInt(10_000_000, 99_999_999)}`

const identifier = (page: Page) => page.document.getElementById('username') as HTMLInputElement

/** Types into the visible form and submits it. */
async function send(page: Page, text: string): Promise<void> {
  await page.type('Email or phone number', text)
  await page.press('Send reset link')
}

test('the way to the forgot-password page and back carries the typed identifier and the query', async () => {
  const redirect = `redirect-url=${encodeURIComponent(`${homeOf('student')}/library`)}`
  const page = await openPage(`/?platform=student&${redirect}&utm_source=mail&autoNext=false`)
  await page.type('Email or phone number', ' asha@example.com ')
  await page.press('Forgot Password?')
  await page.shows(`/forgot-password?platform=student&${redirect}&utm_source=mail&email=asha%40example.com`)
  await page.heading('Forgot your password?')
  await page.titled('Forgot password – Learning – ')
  assert.equal(identifier(page).value, 'asha@example.com')
  await page.type('Email or phone number', 'ravi@example.com')
  await page.press('Back to sign in')
  await page.shows(`/?platform=student&${redirect}&utm_source=mail&email=ravi%40example.com`)
  assert.equal((await page.field('Email or phone number')).value, 'ravi@example.com')
})

test('the password step links to the forgot-password page and carries a phone number', async () => {
  const phoneNumber = newNumber()
  const service = await sharedService()
  await service.makeUser({ email: newEmail(), phoneNumber })
  const page = await openPage('/?platform=student')
  await page.type('Email or phone number', phoneNumber)
  await page.press('Next')
  await page.focused('current-password')
  await page.press('Forgot Password?')
  await page.heading('Forgot your password?')
  assert.equal(identifier(page).value, phoneNumber)
})

test('every way to the forgot-password page leads to the form of its platform, whose field says what it takes', async () => {
  for (const [path, address, label] of [
    ['/forgot-password', '/forgot-password?platform=student', 'Email or phone number'],
    ['/school/forgot-password', '/school/forgot-password?platform=school', 'Email'],
    ['/partner/forgot-password', '/partner/forgot-password?platform=olympiadPartner', 'Email'],
    ['/svp/forgot-password?a=1', '/forgot-password?a=1&platform=svp', 'Email ID'],
    ['/internal/forgot-password', '/forgot-password?platform=serviceAdmin', 'Email or phone number'],
    ['/centre/forgot-password', '/forgot-password?platform=centreAdmin', 'Email or phone number'],
    ['/reset-password', '/forgot-password?platform=student', 'Email or phone number'],
  ] as const) {
    const page = await openPage(path)
    assert.equal(page.url.pathname + page.url.search, address)
    const field = page.get.getByLabelText(label)
    assert.equal(field, identifier(page), path)
    assert.deepEqual(
      [field.getAttribute('autocomplete'), field.getAttribute('inputmode')],
      ['username', 'email'],
      path,
    )
  }
})

test('the page says the same for a known and an unknown email, and only the known one gets a link', async () => {
  const known = await makeUser()
  const unknown = `unknown-${known}`
  for (const email of [unknown, known]) {
    const page = await openPage(formPath)
    await send(page, email)
    await page.heading('Check your email')
    await page.focused('title')
    await page.sees(`If there is an account for ${email}, we’ve sent a link. It works for 30 minutes.`)
    await page.titled('Check your email – Learning – ')
    await page.sees('Resend in')
  }
  assert.match(await newestLink(known), /^\/reset-password\/[^/]+\/[^/]+\/\d+\?platform=student$/)
  assert.deepEqual(await mailsTo(unknown), [])
})

test('the confirmation links to the mailbox of a known mail provider in a new tab, and of no other', async () => {
  const page = await openPage(formPath)
  await send(page, newEmail().replace('example.com', 'gmail.com'))
  const open = await page.find('link', /^Open Gmail/)
  assert.deepEqual(
    ['href', 'target', 'rel'].map((name) => open.getAttribute(name)),
    ['https://mail.google.com/mail/', '_blank', 'noopener noreferrer'],
  )
  const other = await openPage(formPath)
  await send(other, newEmail())
  await other.heading('Check your email')
  assert.ok(!other.get.queryByRole('link', { name: /^Open / }), 'still shown')
})

test('a link can be sent again after a minute, and the newer link works', async () => {
  const email = await makeUser()
  const page = await openPage(formPath, { clock: true })
  await send(page, email)
  await page.sees('Resend in')
  const first = await newestLink(email)
  const status = () => page.text(page.document.getElementById('live-status') ?? undefined)
  // The button ignores a click until the wait ends.
  await page.press('Resend link')
  page.clock.tick(60_000)
  await page.waitFor(() => assert.equal(status(), 'You can ask for another link now.'))
  assert.equal(page.sentTo(requestPath).length, 1)
  assert.doesNotMatch(page.text(), /Resend in/)
  await page.press('Resend link')
  await page.waitFor(() => assert.match(status(), /Link sent again\./))
  assert.match(page.document.activeElement?.textContent ?? '', /Resend link/)
  const second = await newestLink(email)
  assert.notEqual(second, first)
  await page.goto(second)
  await page.focused('new-password')
})

test('the forgot-password page suggests a correction of a mistyped domain and applies it on a press', async () => {
  const page = await openPage(formPath)
  await page.type('Email or phone number', 'asha@gmial.com')
  await page.press('Did you mean asha@gmail.com?')
  await page.waitFor(() => assert.equal(identifier(page).value, 'asha@gmail.com'))
})

test('the forgot-password page shows an error at the field for text that is no email or phone number', async () => {
  for (const [typed, error] of [
    ['', /Enter your email or phone number/],
    ['asha', /name@example.com/],
    ['asha@example', /name@example.com/],
  ] as const) {
    const page = await openPage(formPath)
    await page.user.clear(identifier(page))
    if (typed) await page.user.paste(typed)
    await page.press('Send reset link')
    await page.described('username', error)
    await page.focused('username')
    assert.equal(identifier(page).value, typed)
    await page.titled('Error: Forgot password')
  }
})

test('a phone number is sent the reset link by SMS', async () => {
  const phoneNumber = newNumber()
  const service = await sharedService()
  await service.makeUser({ email: newEmail(), phoneNumber })
  const page = await openPage(formPath)
  await send(page, phoneNumber)
  await page.heading('Check your phone')
  assert.ok(!page.get.queryByRole('link', { name: /^Open / }), 'still shown')
  const [message] = await mailsTo(phoneNumber)
  assert.equal(message?.channel, 'sms')
  await page.goto(await newestLink(phoneNumber))
  await page.sees(`${phoneNumber.slice(0, 3)}•••${phoneNumber.slice(-3)}`)
  const username = page.document.querySelector<HTMLInputElement>('input[autocomplete=username]')
  assert.equal(username?.value, phoneNumber)
})

test('a number without country code stays in the field, which asks for the code', async () => {
  const page = await openPage(formPath, { language: 'en', timeZone: 'UTC' })
  await send(page, '98765 43210')
  await page.described('username', /country code/)
  await page.focused('username')
  assert.equal(identifier(page).value, '98765 43210')
})

test('a number stays in the field, which says that no SMS can be sent', async () => {
  const sentence = 'We can’t send text messages at the moment.'
  const page = await openPage(formPath)
  page.answer(requestPath, () =>
    refusal(503, { code: 'sms-unavailable', field_errors: { phone: [sentence] } }),
  )
  await send(page, '+91 98765 43210')
  await page.described('username', new RegExp(sentence))
  assert.equal(identifier(page).value, '+91 98765 43210')
})

test('an offline link request keeps the typed email and goes out once the browser is online', async () => {
  const browser = await openBrowser()
  const page = await browser.open(formPath)
  browser.setOnline(false)
  const email = newEmail()
  await send(page, email)
  await page.notice(/offline/i)
  assert.equal(identifier(page).value, email)
  browser.setOnline(true)
  await page.heading('Check your email')
})

test('a link request without an answer says so and is sent again on the next try', async () => {
  const page = await openPage(formPath)
  const stop = page.answer(requestPath, () => Promise.reject(networkError()))
  const email = newEmail()
  await send(page, email)
  await page.notice('didn’t answer')
  assert.equal(identifier(page).value, email)
  stop()
  await page.press('Try again')
  await page.heading('Check your email')
})

test('a slow link request says that it is still working and offers a retry', async () => {
  const page = await openPage(formPath, { clock: true })
  const stop = page.answer(requestPath, () => new Promise(() => {}))
  await send(page, newEmail())
  const busy = await page.find('button', /Sending/)
  assert.equal(busy.getAttribute('aria-disabled'), 'true')
  await page.waitFor(() => assert.equal(page.sentTo(requestPath).length, 1))
  page.clock.tick(5_500)
  await page.sees('Still working…')
  page.clock.tick(5_000)
  stop()
  await page.press('Retry')
  await page.heading('Check your email')
  assert.equal(page.sentTo(requestPath).length, 2)
})

test('too many link requests say how long to wait', async () => {
  const page = await openPage(formPath)
  const errors = { code: 'too-many-attempts', message: 'Please try again in 15 minutes.' }
  page.answer(requestPath, () => refusal(429, errors, { 'retry-after': '900' }))
  await send(page, 'asha@example.com')
  await page.notice('Please try again in 15 minutes.')
  assert.equal(identifier(page).value, 'asha@example.com')
})

test('the browser solves a captcha challenge for a link request without the user', async () => {
  const service = await sharedService()
  const challenge = (await service.app.inject('/api/auth/captcha/challenge')).json()
  const page = await openPage(formPath)
  page.answer(requestPath, () =>
    page.sentTo(requestPath).length > 1
      ? undefined
      : refusal(400, { code: 'captcha-needed', message: 'Please verify the captcha', challenge }),
  )
  await send(page, newEmail())
  await page.heading('Check your email')
  assert.deepEqual(
    page.sentTo(requestPath).map(({ body }) => Boolean(body.captcha)),
    [false, true],
  )
})
