/** Tests the first step of sign-in: typed, prefilled and refused identifiers (product 2.3). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import { identifierLabel, typeIdentifier } from '../otp/otp-steps.ts'
import { newEmail } from '../sign-up/sign-up-steps.ts'
import { fetchPath, openSignIn, reachPasswordStep, showsIdentifier } from './sign-in-steps.ts'

test("an empty identifier is announced as 'Required', and its field says what to enter", async () => {
  const { page } = await openSignIn()
  await page.press('Next')
  await page.described('username', /Error: Enter your email or phone number$/)
  await page.waitFor(() =>
    assert.equal(page.document.getElementById('live-alert')?.textContent, 'Email or phone number: Required'),
  )
  await page.focused('username')
  await page.titled('Error: ')
})

for (const path of ['/?platform=nonsense', '/'])
  test(`sign-in at ${path} is that of students`, async () => {
    const page = await (await openBrowser()).open(path)
    assert.equal(page.url.pathname + page.url.search, '/?platform=student')
    await page.field(identifierLabel)
  })

for (const [query, identifier] of [
  ['email=asha%40example.com', 'asha@example.com'],
  ['phoneNumber=%2B919876543210', '+919876543210'],
  ['phoneNumber=+919876543210', '+919876543210'],
] as const)
  test(`the identifier field is filled in from ${query}`, async () => {
    const { page } = await openSignIn({ query: `&${query}` })
    await showsIdentifier(page, identifier)
  })

test('an unknown identifier stays in the field, which says that there is no account', async () => {
  const { page } = await openSignIn()
  const email = newEmail()
  await typeIdentifier(page, email)
  await page.described('username', /could not find an account/)
  await page.focused('username')
  await showsIdentifier(page, email)
})

test("an unregistered redirect-url shows 'Invalid URL' and names the origin for developers", async () => {
  const { page } = await openSignIn({ query: '&redirect-url=https%3A%2F%2Fevil.example%2Fpath' })
  await page.heading('Invalid URL')
  await page.sees('This link goes to a site we don’t recognise.')
  const sentence = 'origin https://evil.example is not registered for student in '
  await page.waitFor(() =>
    assert.ok(page.document.querySelector('.notice')?.textContent.includes(sentence), page.text()),
  )
  assert.doesNotMatch(page.text(), /evil\.example\/path/)
})

test('a mistyped domain gets a suggestion, which a click applies', async () => {
  const { page } = await openSignIn()
  await page.type(identifierLabel, 'asha@gmial.com')
  const hint = 'Did you mean asha@gmail.com?'
  await page.find('button', hint)
  await showsIdentifier(page, 'asha@gmial.com')
  await page.press(hint)
  await showsIdentifier(page, 'asha@gmail.com')
  await page.focused('username')
  await page.waitFor(() => assert.ok(!page.get.queryByRole('button', { name: hint }), 'still shown'))
})

test('a correct email gets no suggestion and signs in by Enter', async () => {
  const { browser, page } = await openSignIn({ clock: true })
  const { email } = await browser.service.makeUser()
  await page.type(identifierLabel, 'asha@gmial.com')
  await page.find('button', /Did you mean/)
  await page.type(identifierLabel, email)
  page.clock.tick(800)
  await page.waitFor(() =>
    assert.ok(!page.get.queryByRole('button', { name: /Did you mean/ }), 'still shown'),
  )
  await page.user.keyboard('{Enter}')
  await page.heading('Welcome back, Asha')
})

test('a known login_source shows its partner logo in the header on every step, an unknown one none', async () => {
  const { browser, page } = await reachPasswordStep({ query: '&login_source=itu' })
  const logos = () => page.document.querySelectorAll('header img')
  await page.waitFor(() => assert.equal(logos()[0]?.getAttribute('alt'), 'ITU'))
  await page.goto('/?platform=student&login_source=itu')
  await page.waitFor(() => assert.equal(logos()[0]?.getAttribute('alt'), 'ITU'))
  const { page: other } = await reachPasswordStep({ browser, query: '&login_source=constructor' })
  assert.ok(!other.document.querySelector('header img'), 'still shown')
})

test('the browser solves a captcha challenge without the user and sends the request again', async () => {
  const { browser, page } = await openSignIn()
  const { body: challenge } = await challengeOf(page)
  let isFirst = true
  page.answer(fetchPath, () => {
    if (!isFirst) return undefined
    isFirst = false
    return refusal(400, { code: 'captcha-needed', message: 'Please verify the captcha', challenge })
  })
  const { email } = await browser.service.makeUser()
  await typeIdentifier(page, email)
  await page.heading('Welcome back, Asha')
  const [first, second] = page.sentTo(fetchPath).map(({ body }) => body.captcha)
  assert.equal(first, undefined)
  assert.equal(second.type, 'invisible')
  const solved = JSON.parse(Buffer.from(second.value, 'base64').toString())
  assert.deepEqual(solved.challenge, challenge)
  assert.ok(solved.solution.derivedKey.startsWith(challenge.parameters.keyPrefix))
  assert.equal(page.sentTo(fetchPath).length, 2)
})

test('a captcha challenge that cannot be solved keeps the typed identifier and offers another try', async () => {
  const { browser, page } = await openSignIn()
  const { email } = await browser.service.makeUser()
  const stop = page.answer(fetchPath, () =>
    refusal(400, { code: 'captcha-needed', message: 'Please verify the captcha', challenge: {} }),
  )
  await typeIdentifier(page, email)
  await page.notice('Please verify the captcha')
  await showsIdentifier(page, email)
  stop()
  await page.press('Try again')
  await page.heading('Welcome back, Asha')
})

async function challengeOf({ window }: { window: { fetch: typeof fetch } }) {
  const answer = await window.fetch('/api/auth/captcha/challenge')
  return { body: await answer.json() }
}
