/** Tests the steps of sign-up: sources, fields, emails with an account, and links to and from sign-in (product 3, 5). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, openPage } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { sharedService } from '../browser/shared-service.ts'
import { signIn } from '../browser/sign-in.ts'
import {
  home,
  newEmail,
  newPassword,
  reachPasswordStep,
  signUpPath,
  typeEmail,
  typeName,
  typePasswords,
} from './sign-up-steps.ts'

const signUp = '/signup?platform=student'
const target = `${home}/library`
const redirect = `redirect-url=${encodeURIComponent(target)}`
const tracking = /\/signup-tracking\//

const makeUser = async () => (await sharedService()).makeUser({ email: newEmail() })
const element = (page: Page, id: string) => page.document.getElementById(id) as HTMLInputElement

/** Completes a sign-up from the email step on, and returns the request. */
async function finish(page: Page) {
  const email = newEmail()
  await typeEmail(page, email)
  await typePasswords(page)
  await page.leaves(home)
  return { email, sent: page.sentTo(signUpPath).map(({ body }) => body) }
}

test('a user signs up in one request, whose captcha was solved in advance, and is tracked', async () => {
  const page = await openPage(signUp)
  await page.titled('Create your account – ')
  await typeName(page)
  await page.heading('Alright, Meera. Now onto your email')
  await page.titled('Your email (step 2 of 3)')
  const { email, sent } = await finish(page)
  assert.deepEqual(
    sent.map(({ captcha }) => Boolean(captcha)),
    [true],
  )
  await page.waitFor(() => assert.equal(page.sentTo(tracking, 'PUT').length, 1))
  const { data } = page.sentTo(tracking)[0]?.body ?? {}
  assert.deepEqual([data.email, data.name, data.source], [email, 'Meera Nair', 'direct'])
})

test('the first source and campaign of a visit stay for the tab, whatever later addresses say', async () => {
  const utm = 'utm_source=mail&utm_medium=letter&utm_campaign=spring&utm_content=b'
  const page = await openPage(`/?platform=student&${utm}`)
  await page.press('Sign up for free')
  await page.shows(/\/signup\?.*utm_campaign=spring/)
  await page.goto(`${signUp}&signup_source=later&utm_source=later`)
  await typeName(page)
  const [sent] = (await finish(page)).sent
  assert.equal(sent.source, 'mail')
  assert.deepEqual(sent.utm_params, Object.fromEntries(new URLSearchParams(utm)))
})

for (const [query, source] of [
  ['signup_source=poster&utm_source=mail', 'poster'],
  ['utm_source=mail', 'mail'],
  ['', 'school.example'],
] as const)
  test(`sign-up takes the source from argument, campaign and referrer, in this order: ${source}`, async () => {
    const page = (await openBrowser()).newPage()
    await page.goto(`/?${query}&platform=student`, { referrer: 'https://school.example/page?secret=1' })
    await page.press('Sign up for free')
    await typeName(page)
    const [sent] = (await finish(page)).sent
    assert.equal(sent.source, source)
  })

test('each sign-up field shows the error messages of the specification (product 5)', async () => {
  const page = await openPage(signUp)
  const errors = (text: string) =>
    [...page.document.querySelectorAll('.field-error')].filter((one) => page.text(one).includes(text))
  await page.press('Next')
  await page.described('given-name', /Error: Enter your first name$/)
  await page.focused('given-name')
  await page.titled('Error: Create your account')
  await typeName(page, 'a'.repeat(65), 'b'.repeat(65))
  await page.waitFor(() => assert.equal(errors('Length cannot be greater than 64').length, 2))
  await typeName(page, `  ${'a'.repeat(64)} `, ' ')
  await page.heading(`Alright, ${'a'.repeat(20)}.... Now onto your email`)

  await page.press('Next')
  await page.described('email', /Error: Enter your email$/)
  await typeEmail(page, 'meera')
  await page.described('email', /Error: Enter an email address like name@example\.com$/)
  await typeEmail(page, newEmail())

  await page.press('Create Account')
  await page.described('new-password', /Error: Choose a password /)
  await page.described('confirm-password', /Error: Type the same password again$/)
  await page.focused('new-password')
  await page.type('Password', 'short')
  await page.described('new-password', /Password must have at least 8 characters/)
  await page.type('Password', newPassword)
  await page.type('Confirm Password', 'another one')
  await page.press('Create Account')
  await page.described('confirm-password', /Error: The passwords do not match$/)
  await page.focused('confirm-password')
})

test('the rules of a password are ticked while the user types, each only when it is met', async () => {
  const { page } = await reachPasswordStep()
  const ticks = () =>
    [...page.document.querySelectorAll<HTMLElement>('.password-rule')].map(
      ({ dataset }) => dataset.met !== undefined,
    )
  await page.user.keyboard('kX9#vTq')
  assert.deepEqual(ticks(), [false, false])
  await page.user.keyboard('2')
  await page.waitFor(() => assert.deepEqual(ticks(), [true, true]))
  await page.type('Password', 'Meera-Nair 2026!')
  await page.waitFor(() => assert.deepEqual(ticks(), [true, false]))
})

test('a password of the own name or of ours is refused at its field without a request', async () => {
  const { page } = await reachPasswordStep()
  for (const own of ['Meera Nair', 'foyer2026']) {
    for (const label of ['Password', 'Confirm Password']) await page.type(label, own)
    await page.press('Create Account')
    await page.described('new-password', /Error: Don’t use your name, your email or ours in the password\./)
    await page.focused('new-password')
  }
  assert.deepEqual(page.sentTo(signUpPath), [])
})

test('a mistyped domain in the email of sign-up gets a suggestion, which a press applies', async () => {
  const page = await openPage(signUp)
  await typeName(page)
  await page.type('Email', 'meera@gmial.com')
  await page.press('Did you mean meera@gmail.com?')
  await page.waitFor(() => assert.equal(element(page, 'email').value, 'meera@gmail.com'))
})

test('terms and privacy policy open in a new tab, and the form says so', async () => {
  const { page } = await reachPasswordStep()
  for (const name of ['Terms of Use', 'Privacy Policy'])
    assert.equal(page.get.getAllByRole('link', { name })[0]?.getAttribute('target'), '_blank')
  await page.sees('(both open in a new tab)')
})

test('pressing the button twice creates one account', async () => {
  const { page } = await reachPasswordStep()
  const held = Promise.withResolvers<undefined>()
  page.answer(signUpPath, () => held.promise)
  for (const label of ['Password', 'Confirm Password']) await page.type(label, newPassword)
  await page.user.dblClick(await page.find('button', 'Create Account'))
  held.resolve(undefined)
  await page.leaves(home)
  assert.equal(page.sentTo(signUpPath).length, 1)
})

test('an email that already has an account offers to sign in instead and keeps the redirect', async () => {
  const { email } = await makeUser()
  const { page } = await reachPasswordStep({ email, query: `&${redirect}` })
  await typePasswords(page)
  await page.described('email', /Error: An account with this email already exists\.$/)
  await page.focused('email')
  assert.equal((await page.field('Email')).getAttribute('aria-invalid'), 'true')
  await page.sees('Go back to step 2: Email')
  assert.equal((await page.field('Email')).value, email)
  await page.press('Would you like to sign in instead?')
  await page.heading('Welcome back, Asha')
  const { searchParams } = page.url
  assert.deepEqual(
    ['autoNext', 'email', 'redirect-url'].map((name) => searchParams.get(name)),
    ['true', email, target],
  )
})

test('an email that already has an account can be replaced, and the typed password stays', async () => {
  const { email } = await makeUser()
  const { page } = await reachPasswordStep({ email })
  await typePasswords(page)
  await page.described('email', /An account with this email already exists/)
  await page.type('Email', 'meera')
  await page.waitFor(() => assert.ok(!page.get.queryByRole('button', { name: /instead/ }), 'still shown'))
  await typeEmail(page, newEmail())
  assert.equal((await page.field('Confirm Password')).value, newPassword)
  await page.press('Create Account')
  await page.leaves(home)
})

test('links between sign-in and sign-up carry the query and the typed email', async () => {
  const page = await openPage(`/?platform=student&${redirect}&utm_source=mail&autoNext=false`)
  const email = newEmail()
  await page.type('Email or phone number', email)
  await page.press('Next')
  await page.described('username', /We could not find an account/)
  await page.press('Sign up for free')
  await typeName(page)
  assert.equal((await page.field('Email')).value, email)
  await page.press('Next')
  await page.press('Sign in instead')
  assert.equal((await page.field('Email or phone number')).value, email)
  assert.deepEqual(Object.fromEntries(page.url.searchParams), {
    platform: 'student',
    'redirect-url': target,
    utm_source: 'mail',
    email,
  })
})

test('platforms whose users are invited have no sign-up page and no link to one', async () => {
  const page = await openPage('/signup?platform=professor')
  assert.equal(page.url.pathname + page.url.search, '/?platform=professor')
  for (const path of ['/?platform=svp', '/?platform=professor', '/partner/login']) {
    await page.goto(path)
    await page.field(/^Email/)
    assert.ok(!page.get.queryByRole('link', { name: /sign up/i }), 'still shown')
  }
})

test('a signed-in user who opens sign-up goes on to the platform at once', async () => {
  const page = await openPage('/?platform=student')
  await signIn(page, (await makeUser()).email)
  await page.leaves(home)
  page.left = null
  await page.goto(`${signUp}&${redirect}`)
  await page.leaves(`${target}?code=ac_`)
})

test('a reload of sign-up keeps name and email, but never a password', async () => {
  const { page, email } = await reachPasswordStep()
  for (const label of ['Password', 'Confirm Password']) await page.type(label, newPassword)
  const { localStorage, sessionStorage, history } = page.window
  const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])
  assert.ok(stored.includes(email))
  assert.ok(!stored.includes(newPassword))
  await page.reload()
  await page.focused('new-password')
  assert.equal(element(page, 'new-password').value, '')
})

test('a sign-up step whose draft is gone leads to the first step', async () => {
  const { page } = await reachPasswordStep()
  page.window.sessionStorage.removeItem('foyer.sign-up.student')
  await page.reload()
  await page.heading('Create your account')
  await typeName(page)
  await page.focused('email')
})
