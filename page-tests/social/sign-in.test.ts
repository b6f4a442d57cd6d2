/** Tests sign-ins and sign-ups with each provider, including the service's questions to the user (product 4, 5, 8). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkError, refusal } from '../browser/answers.ts'
import type { Page } from '../browser/page.ts'
import {
  accountsPath,
  closeSocialAfterwards,
  continueWith,
  deny,
  home,
  newAddress,
  newcomers,
  newGmail,
  openProvider,
  openSocial,
  type Provider,
  signInPage,
  signUpPage,
  signUpWith,
  socialBrowser,
  socialService,
} from './social-steps.ts'

closeSocialAfterwards()

const create = 'Create my account'
const offer = (page: Page) => page.find('dialog', 'Sign Up?')
const isGone = (page: Page) =>
  page.waitFor(() => assert.ok(!page.document.querySelector('dialog'), 'still shown'))
const hasFocus = (page: Page, element: Element) =>
  page.waitFor(() => assert.ok(page.document.activeElement === element, 'another element has the focus'))

for (const provider of ['Google', 'Facebook', 'Apple'] as Provider[])
  test(`${provider} signs a new person up after a question, and the next time without one`, async () => {
    const somebody = newcomers[provider]()
    const page = await openSocial(`${signInPage}&utm_source=poster`)
    await continueWith(page, provider, somebody)
    const dialog = await offer(page)
    assert.match(
      page.text(dialog),
      /Looks like you don't have an account\.\.\. Would you like to create one\?/,
    )
    await hasFocus(page, page.get.getByRole('heading', { name: 'Sign Up?' }))
    await page.press(create)
    await page.leaves(home)
    const tracked = await page.waitFor(() => {
      const [request] = page.sentTo(/signup-tracking/, 'PUT')
      assert.ok(request)
      return request
    })
    assert.deepEqual([tracked.body.data.name, tracked.body.data.source], ['Asha Rao', 'poster'])
    const again = await openSocial()
    await continueWith(again, provider, somebody)
    await again.leaves(home)
    assert.equal(again.sentTo(accountsPath).length, 1)
  })

test('Apple without a name asks for it, and signs nobody up without one', async () => {
  const page = await openSocial()
  await continueWith(page, 'Apple', { ...newcomers.Apple(), firstName: '', lastName: '' })
  await page.press(create)
  await page.find('dialog', 'Please enter your full name')
  await page.focused('full-name')
  await page.press(create)
  await page.waitFor(() => assert.match(page.description('full-name'), /Full Name is required/))
  await page.focused('full-name')
  await page.type('Full name', 'Meera Iyer')
  await page.press(create)
  await page.leaves(home)
  assert.equal(page.sentTo(accountsPath).at(-1)?.body.full_name, 'Meera Iyer')
})

test('Facebook without an email asks for one before it signs the person up', async () => {
  const page = await openSocial()
  await continueWith(page, 'Facebook', { email: null })
  await page.press(create)
  await page.find('dialog', 'Please enter your email')
  await page.focused('social-email')
  await page.type('Email', 'asha')
  await page.press(create)
  await page.waitFor(() => assert.match(page.description('social-email'), /Enter an email address/))
  await page.type('Email', newAddress())
  await page.press(create)
  await page.leaves(home)
})

test('Cancel ends the question, creates nothing and leads back to the button', async () => {
  const page = await openSocial()
  await continueWith(page, 'Google', newcomers.Google())
  await offer(page)
  await page.press('Cancel')
  await isGone(page)
  await hasFocus(page, page.get.getByRole('button', { name: 'Continue with Google' }))
  assert.deepEqual(
    page.sentTo(accountsPath).map(({ body }) => body.purpose),
    ['login'],
  )
})

test('the sign-up page creates the account without a question, and signs the person in the next time', async () => {
  const somebody = newcomers.Google()
  for (const purposes of [['sign_up'], ['sign_up']]) {
    const page = await openSocial(signUpPage)
    await continueWith(page, 'Google', somebody)
    await page.leaves(home)
    assert.deepEqual(
      page.sentTo(accountsPath).map(({ body }) => body.purpose),
      purposes,
    )
  }
})

test('a person who came from a platform is signed in there', async () => {
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  const target = 'https://student.example/library'
  const page = await openSocial(
    `${signInPage}&redirect-url=${encodeURIComponent(target)}&code_challenge=${challenge}&code_challenge_method=S256`,
  )
  await continueWith(page, 'Google', newcomers.Google())
  await page.press(create)
  await page.leaves(/^https:\/\/student\.example\/library\?code=ac_/)
})

test('a person who denies can try again', async () => {
  const page = await openSocial()
  await deny(await openProvider(page, 'Google'))
  await page.notice('Error signing in.')
  await page.waitFor(() => assert.ok(page.document.activeElement?.matches('.notice-error')))
  const popup = await openProvider(page, 'Google', {}, 'Try again')
  assert.ok(popup.left)
  assert.ok(!page.document.querySelector('.notice-error'), 'still shown')
})

test('a call that the network loses is repeated with the same key', async () => {
  const page = await openSocial()
  await continueWith(page, 'Google', newcomers.Google())
  await offer(page)
  const stop = page.answer(accountsPath, () => {
    throw networkError()
  })
  await page.press(create)
  await page.notice('The service didn’t answer. Please try again.')
  assert.ok(page.document.querySelector('dialog .notice-error'))
  stop()
  await page.press(create)
  await page.leaves(home)
  const keys = page.sentTo(accountsPath).map(({ headers }) => headers.get('idempotency-key'))
  assert.match(keys[1] ?? '', /^[0-9a-f-]{36}$/)
  assert.deepEqual(keys.slice(1), [keys[1], keys[1]])
})

test('a user whose account may not sign in sees an error and the address of support', async () => {
  const page = await openSocial()
  page.answer(accountsPath, () =>
    refusal(403, {
      code: 'social-refused',
      authorized: false,
      detail: 'Something went wrong. Please try again.',
    }),
  )
  await continueWith(page, 'Google', newcomers.Google())
  await page.notice('Something went wrong. Please try again.')
  assert.match(page.document.querySelector('.notice-error a')?.getAttribute('href') ?? '', /^mailto:/)
})

test('Google adds Learning to an account of another platform, after a question', async () => {
  const { service } = await socialService()
  const { email } = await service.makeUser({ email: newGmail(), platforms: ['professor'] })
  const page = await openSocial()
  await continueWith(page, 'Google', { email })
  const question = await page.find('dialog', 'Add Learning?')
  assert.match(page.text(question), /but it has no access to Learning\./)
  assert.ok(page.get.getByRole('link', { name: 'Professor Portal' }))
  await page.press('Add Learning')
  await page.leaves(home)
})

test('a sign-up with Google brings the picture to the account, the header and the next visit', async () => {
  const browser = await socialBrowser()
  const page = await browser.open(signInPage)
  await signUpWith(page, 'Google', newcomers.Google())
  await page.goto('/account?platform=student')
  const picture = await page.waitFor(() => {
    const image = page.document.querySelector('main img')
    assert.match(image?.getAttribute('src') ?? '', /^\/api\/pictures\/[0-9a-f-]{36}$/)
    return image
  })
  const path = picture?.getAttribute('src')
  assert.equal(page.document.querySelector('header img')?.getAttribute('src'), path)
  const { service } = await socialService()
  const answer = await service.app.inject(String(path))
  assert.deepEqual([answer.statusCode, String(answer.headers['content-type']).split('/')[0]], [200, 'image'])
  await page.goto('/logout?platform=student')
  await page.shows(signInPage)
  await page.waitFor(() => assert.equal(page.document.querySelector('main img')?.getAttribute('src'), path))
})
