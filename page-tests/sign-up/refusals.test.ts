/** Tests sign-ups that the service refuses or that fail offline (product 4, 8). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { json, networkError, refusal } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import { home, newPassword, reachPasswordStep, signUpPath, typePasswords } from './sign-up-steps.ts'

const stepOfField = [
  ['first_name', 'given-name', 'Create your account', 'Go back to step 1: Name'],
  ['last_name', 'family-name', 'Create your account', 'Go back to step 1: Name'],
  ['email', 'email', 'Alright, Meera. Now onto your email', 'Go back to step 2: Email'],
  ['password1', 'new-password', 'Choose a password', null],
  ['password2', 'confirm-password', 'Choose a password', null],
] as const

for (const [field, id, heading, announced] of stepOfField)
  test(`a field error of ${field} leads to its step and keeps everything typed`, async () => {
    const { page, email } = await reachPasswordStep()
    const stop = page.answer(signUpPath, () =>
      refusal(400, { code: 'invalid-request', message: 'x', field_errors: { [field]: ['Not like this'] } }),
    )
    await typePasswords(page)
    await page.heading(heading)
    await page.focused(id)
    assert.match(page.description(id), /Not like this/)
    assert.match(page.document.title, /^Error: /)
    if (announced) await page.sees(announced)
    stop()
    if (heading.startsWith('Create')) await page.press('Next')
    if (announced) {
      assert.equal((await page.field('Email')).value, email)
      await page.press('Next')
    }
    for (const label of ['Password', 'Confirm Password'])
      assert.equal((await page.field(label)).value, newPassword)
    await page.press('Create Account')
    await page.leaves(home)
  })

const refusals = [
  ['captcha-needed', 400, 'Please verify the captcha'],
  ['captcha-refused', 400, 'Verification failed, please try again later'],
  ['sign-up-failed', 500, 'Error signing up. Please refresh the page and try again'],
] as const

for (const [code, status, message] of refusals)
  test(`the page shows '${message}' only in a notice and offers another try`, async () => {
    const { page } = await reachPasswordStep()
    const stop = page.answer(signUpPath, () => {
      const field_errors = code === 'captcha-refused' ? { invalid_captcha: [message] } : undefined
      return refusal(status, { code, message, field_errors, ...(status === 400 && { challenge: {} }) })
    })
    await typePasswords(page)
    await page.notice(message)
    await page.waitFor(() => assert.ok(page.document.activeElement?.matches('.notice-error')))
    assert.ok(!page.document.querySelector('.toast'), 'still shown')
    stop()
    await page.press(status === 400 ? 'Try again' : 'Create Account')
    await page.leaves(home)
  })

for (const body of ['', '<h1>Internal Server Error</h1>'])
  test(`a 500 at sign-up that names no error (${body || 'empty'}) shows the sentence of a failed sign-up`, async () => {
    const { page } = await reachPasswordStep()
    page.answer(signUpPath, () => new Response(body, { status: 500 }))
    await typePasswords(page)
    await page.notice('Error signing up. Please refresh the page and try again')
  })

test('a 404 with an empty body shows no error text, and the form can be sent again', async () => {
  const { page } = await reachPasswordStep()
  const stop = page.answer(signUpPath, () => new Response('', { status: 404 }))
  await typePasswords(page)
  await page.waitFor(() => assert.equal(page.sentTo(signUpPath).length, 1))
  await page.waitFor(() =>
    assert.notEqual(
      page.get.getByRole('button', { name: 'Create Account' }).getAttribute('aria-disabled'),
      'true',
    ),
  )
  assert.ok(!page.document.querySelector('.notice-error, .toast'), 'still shown')
  stop()
  await page.press('Create Account')
  await page.leaves(home)
})

test('a common password shows an error at its field', async () => {
  const { page } = await reachPasswordStep()
  await typePasswords(page, 'password123')
  await page.waitFor(() => assert.match(page.description('new-password'), /This password is too common/))
  await page.focused('new-password')
  await typePasswords(page)
  await page.leaves(home)
})

test('sign-up solves the challenge of the refusal when none could be fetched in advance', async () => {
  const page = (await openBrowser()).newPage()
  page.answer(/\/captcha\/challenge/, () => refusal(429, { code: 'too-many-attempts' }))
  await reachPasswordStep({ page })
  await typePasswords(page)
  await page.leaves(home)
  assert.deepEqual(
    page.sentTo(signUpPath).map(({ body }) => Boolean(body.captcha)),
    [false, true],
  )
})

test('a sign-up whose response was lost is sent again with the same idempotency key and creates one account', async () => {
  const { page } = await reachPasswordStep()
  const stop = page.answer(signUpPath, async (request) => {
    await request.forward()
    throw networkError()
  })
  await typePasswords(page)
  await page.notice('The service didn’t answer. Please try again.')
  stop()
  await page.press('Try again')
  await page.leaves(home)
  const keys = page.sentTo(signUpPath).map(({ headers }) => headers.get('idempotency-key'))
  assert.match(keys[0] ?? '', /^[0-9a-f-]{36}$/)
  assert.deepEqual(keys, [keys[0], keys[0]])
})

test('an offline sign-up says so and goes on once the browser is online', async () => {
  const browser = await openBrowser()
  const { page } = await reachPasswordStep({ browser })
  browser.setOnline(false)
  await typePasswords(page)
  await page.notice('You’re offline. We’ll retry when you’re back.')
  browser.setOnline(true)
  await page.leaves(home)
})

test('a slow sign-up says so and offers a retry with the same idempotency key', async () => {
  const { page } = await reachPasswordStep({ clock: true })
  const stop = page.answer(signUpPath, () => new Promise(() => {}))
  await typePasswords(page)
  await page.waitFor(() => assert.equal(page.sentTo(signUpPath).length, 1))
  page.clock.tick(5_500)
  await page.sees('Still working…')
  page.clock.tick(5_000)
  stop()
  await page.press('Retry')
  await page.leaves(home)
  const [first, second] = page.sentTo(signUpPath).map(({ headers }) => headers.get('idempotency-key'))
  assert.equal(second, first)
})

test('too many sign-ups show how long to wait', async () => {
  const { page } = await reachPasswordStep()
  page.answer(signUpPath, () =>
    refusal(
      429,
      { code: 'too-many-attempts', message: 'Too many attempts. Please try again in 2 minutes.' },
      { 'retry-after': '61' },
    ),
  )
  await typePasswords(page)
  await page.notice(/Please try again in \d+ (minutes|seconds)\./)
})

test('a failed handover after sign-up says so and offers another try', async () => {
  const { page } = await reachPasswordStep()
  const stop = page.answer('/api/auth/codes', () => refusal(500, { code: 'unexpected' }))
  await typePasswords(page)
  await page.heading('We couldn’t take you to Learning')
  stop()
  await page.press('Try again')
  await page.leaves(home)
})

test('a new user goes on to the platform when the sign-up tracking fails', async () => {
  const { page } = await reachPasswordStep()
  page.answer(/\/signup-tracking\//, () => json(500, { errors: {} }))
  await typePasswords(page)
  await page.leaves(home)
  const isTold = () => page.warnings.filter((text) => text.includes('could not be tracked')).length === 1
  await page.waitFor(() => assert.ok(isTold()))
})
