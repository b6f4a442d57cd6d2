/** Tests how a social account is linked to an account with the same email. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { login } from '@foyer/contract/routes/sign-in'
import { codeTo } from '../../api/src/features/otp/test-codes.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import type { Browser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { newPassword, reachPasswordStep, typePasswords } from '../sign-up/sign-up-steps.ts'
import {
  accountsPath,
  choose,
  closeSocialAfterwards,
  continueWith,
  home,
  newAddress,
  newGmail,
  openProvider,
  openSocial,
  type Provider,
  type Somebody,
  signInPage,
  signUpWith,
  socialBrowser,
  socialService,
} from './social-steps.ts'

closeSocialAfterwards()

const title = 'You already have an account'
const add = 'Sign in and add Google'

async function makeUser(given: { password?: null } = {}): Promise<string> {
  const { service } = await socialService()
  const { email } = await service.makeUser({ email: newAddress(), ...given })
  return email
}

async function codeFor(page: Page, email: string): Promise<string> {
  await page.sees('Resend in')
  return codeTo((await socialService()).service, email)
}

/** Takes a new page to the proof. Google has verified the address but is not the authority for its domain. */
async function reachProof(email: string, provider: Provider = 'Google', browser?: Browser): Promise<Page> {
  const page = await (browser ?? (await socialBrowser())).open(signInPage)
  await continueWith(page, provider, { email })
  await page.heading(title)
  return page
}

/** Checks that the provider signs the user in without another question. */
async function goesStraightIn(provider: Provider, somebody: Somebody): Promise<void> {
  const page = await openSocial()
  await continueWith(page, provider, somebody)
  await page.leaves(home)
  assert.equal(page.sentTo(accountsPath).length, 1)
}

const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('the password of the account adds Google to it, after a wrong password, and then Google signs in without a question', async () => {
  const email = await makeUser()
  const page = await reachProof(email)
  await page.sees(email)
  await page.focused('current-password')
  await page.type('Password', 'not this one')
  await page.press(add)
  await page.waitFor(() => assert.match(page.description('current-password'), /That password isn’t right/))
  await page.focused('current-password')
  await page.type('Password', rightPassword)
  await page.press(add)
  await page.leaves(home)
  await goesStraightIn('Google', { email })
})

test('a browser without popups proves the account after the whole window was at Google, which then signs in', async () => {
  const email = await makeUser()
  const page = await openSocial(signInPage, { blocksPopups: true })
  await page.press('Continue with Google')
  await page.waitFor(() => assert.ok(page.left))
  await choose(page, 'Google', { email })
  await page.heading(title)
  await page.type('Password', rightPassword)
  await page.press(add)
  await page.leaves(home)
  await goesStraightIn('Google', { email })
})

test('a code adds Facebook to the account with the same email, after a wrong one', async () => {
  const email = await makeUser()
  const page = await reachProof(email, 'Facebook')
  await page.press('Email me a code instead')
  await page.heading('Check your email')
  const right = await codeFor(page, email)
  await page.type('Code', wrongCode(right))
  const field = await page.field('Code')
  await page.waitFor(() => assert.match(page.description(field.id), /That code isn’t right/))
  await page.type('Code', right)
  await page.leaves(home)
  await goesStraightIn('Facebook', { email })
})

test('a code proves an account with neither password nor verified address', async () => {
  const email = newAddress()
  await signUpWith(await openSocial(), 'Facebook', { email })
  const page = await reachProof(email)
  assert.ok(!page.get.queryByLabelText('Password'), 'still shown')
  await page.press('Send code')
  await page.heading('Check your email')
  await page.type('Code', await codeFor(page, email))
  await page.leaves(home)
  await goesStraightIn('Google', { email })
})

test('Cancel and Back lead from the proof to the form, with what was typed there', async () => {
  const email = await makeUser()
  const page = await openSocial()
  for (const leave of [() => page.press('Cancel'), () => page.back()]) {
    await page.type('Email or phone number', 'somebody else')
    await continueWith(page, 'Google', { email })
    await page.heading(title)
    await leave()
    const field = await page.field('Email or phone number')
    await page.waitFor(() => assert.equal(field.value, 'somebody else'))
    await page.shows(signInPage)
  }
})

test('a reload in the middle of the proof goes on with it', async () => {
  const email = await makeUser()
  const page = await reachProof(email)
  await page.press('Email me a code instead')
  await page.heading('Check your email')
  const right = await codeFor(page, email)
  await page.reload()
  await page.heading('Check your email')
  await page.type('Code', right)
  await page.leaves(home)
})

test('a proof that comes too late leads to the provider again', async () => {
  const browser = await socialBrowser()
  const email = await makeUser()
  const page = await reachProof(email, 'Google', browser)
  // Without this cookie the reference to Google's answer is invalid, as after ten minutes.
  browser.jar.removeAllCookiesSync()
  await page.type('Password', rightPassword)
  await page.press(add)
  await page.heading('Continue with Google again')
  await page.focused('title')
  await choose(await openProvider(page, 'Google'), 'Google', { email })
  await page.heading(title)
  await page.type('Password', rightPassword)
  await page.press(add)
  await page.leaves(home)
})

test('the owner of a Gmail address takes over the account that a stranger made with it', async () => {
  const { service } = await socialService()
  const email = newGmail()
  const { page: stranger } = await reachPasswordStep({ browser: await socialBrowser(), email })
  await typePasswords(stranger)
  await stranger.leaves(home)
  await goesStraightIn('Google', { email })
  const body = { email, password: newPassword, product: 'learning', platform: 'student' } as const
  assert.equal((await service.call(login, { body })).code, 'wrong-credentials')
})

test('Apple signs the same person in again behind a relay address', async () => {
  const somebody = { email: `${crypto.randomUUID()}@privaterelay.appleid.com` }
  await signUpWith(await openSocial(), 'Apple', somebody)
  await goesStraightIn('Apple', somebody)
})
