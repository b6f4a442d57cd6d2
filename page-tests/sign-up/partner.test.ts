/** Tests a partner's pages: their texts, the source of their sign-ups, and the links between them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { openPage } from '../browser/browser.ts'
import { sharedService } from '../browser/shared-service.ts'
import { signIn } from '../browser/sign-in.ts'
import { home, newEmail, signUpPath, typeEmail, typeName, typePasswords } from './sign-up-steps.ts'

const own = 'platform=student&login_source=ryan'
const makeUser = async () => (await sharedService()).makeUser({ email: newEmail() })

test("a sign-up on the partner's page stores its source, whatever the query names", async () => {
  const page = await openPage('/ryan/signup?utm_source=poster&signup_source=mail&login_source=itu')
  await page.heading('Join from Ryan')
  await page.find('img', 'Ryan')
  assert.equal(page.document.title, 'Create your account – Ryan – Learning – Foyer')
  const description = page.document.querySelector('meta[name=description]')?.getAttribute('content')
  assert.match(description ?? '', /student or teacher of Ryan/)
  const email = newEmail()
  await typeName(page)
  await typeEmail(page, email)
  await page.find('img', 'Ryan')
  await typePasswords(page)
  await page.leaves(home)
  assert.equal(page.sentTo(signUpPath)[0]?.body.source, 'ryan')
  await page.waitFor(() => assert.equal(page.sentTo(/\/signup-tracking\//, 'PUT').length, 1))
  const { data } = page.sentTo(/\/signup-tracking\//)[0]?.body ?? {}
  assert.deepEqual([data.email, data.name, data.source], [email, 'Meera Nair', 'ryan'])
})

test("a user signs in on the partner's page and reaches the platform", async () => {
  const page = await openPage('/ryan/signin')
  await page.shows(`/ryan/signin?${own}`)
  await page.heading('Welcome from Ryan')
  await page.sees('Sign in to Learning.')
  assert.equal(page.document.title, 'Sign in – Ryan – Learning – Foyer')
  await signIn(page, (await makeUser()).email)
  await page.leaves(home)
})

test("the links between the partner's pages, also by forgot password, stay with the partner", async () => {
  const page = await openPage('/ryan/signin?utm_source=poster')
  await page.press('Sign up for free')
  await page.shows(`/ryan/signup?utm_source=poster&${own}`)
  await page.heading('Join from Ryan')
  await page.press('Sign in instead')
  await page.shows('/ryan/signin?utm_source=poster')
  await page.type('Email or phone number', 'asha@example.com')
  await page.press('Forgot Password?')
  await page.shows(/\/forgot-password\?.*login_source=ryan/)
  await page.find('img', 'Ryan')
  await page.press('Back to sign in')
  await page.shows(/\/ryan\/signin\?.*login_source=ryan.*email=asha/)
  await page.heading('Welcome from Ryan')
  assert.equal((await page.field('Email or phone number')).value, 'asha@example.com')
})

test("a known email on the partner's sign-up leads to the partner's sign-in", async () => {
  const { email } = await makeUser()
  const page = await openPage('/ryan/signup')
  await typeName(page)
  await typeEmail(page, email)
  await typePasswords(page)
  await page.described('email', /An account with this email already exists/)
  assert.equal((await page.field('Email')).value, email)
  await page.press('Would you like to sign in instead?')
  await page.shows(`/ryan/signin?${own}`)
  await page.focused('current-password')
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.leaves(home)
})

test("the partner's pages are 'Page not found' with status 404 for another platform", async () => {
  const { app } = await sharedService()
  for (const path of ['/ryan/signin?platform=school', '/ryan/signup?platform=professor']) {
    const { statusCode, body } = await app.inject(path)
    assert.equal(statusCode, 404)
    assert.match(body, /Page not found/)
  }
  const other = await app.inject('/ryan/signin?platform=nonsense')
  assert.equal(other.headers.location, `/ryan/signin?${own}`)
})
