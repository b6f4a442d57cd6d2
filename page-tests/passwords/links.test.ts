/** Tests the pages of password links: what they show, refuse and repeat, and their targets (product 2.1) (N-84). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import { networkError, refusal } from '../browser/answers.ts'
import { openBrowser, openPage } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { signIn } from '../browser/sign-in.ts'
import {
  choosePassword,
  chosenPassword,
  homeOf,
  linkPath,
  mailsTo,
  makeUser,
  masked,
  newestLink,
  openLink,
  requestLink,
  signInPath,
  tracesOf,
} from './password-steps.ts'

const storedAuth = (page: Page, platform: Platform) =>
  JSON.parse(page.window.localStorage.getItem(`foyer.auth.${platform}`) ?? 'null')

const username = (page: Page) => page.document.querySelector<HTMLInputElement>('input[autocomplete=username]')

/** Requests a link on the forgot-password page, so that this browser remembers the address. */
async function requestHere(page: Page, email: string): Promise<string> {
  await page.goto('/forgot-password?platform=student')
  await page.type('Email or phone number', email)
  await page.press('Send reset link')
  await page.heading('Check your email')
  return newestLink(email)
}

test('a link shows its account, sets the password, signs in with it and tells the owner', async () => {
  const { page, email } = await openLink()
  await page.heading('Choose a new password')
  await page.titled('Choose a new password – Learning – ')
  await page.sees(masked(email))
  for (const label of ['New password', 'Confirm password'])
    assert.equal((await page.field(label)).autocomplete, 'new-password')
  assert.equal((await page.field('New password')).getAttribute('passwordrules'), 'minlength: 8;')
  // The page knows only the masked email, which is useless to password managers.
  assert.ok(!username(page), 'still shown')
  await choosePassword(page)
  await page.leaves(`${homeOf('student')}?code=ac_`)
  const [notice] = await mailsTo(email)
  assert.match(notice?.subject ?? '', /password was changed/)
})

test('a reset replaces the session of this browser', async () => {
  const browser = await openBrowser()
  const email = await makeUser()
  const page = await browser.open('/?platform=student')
  await signIn(page, email)
  await page.leaves(homeOf('student'))
  const before = storedAuth(page, 'student').refreshToken
  await page.goto(await requestLink(email))
  page.left = null
  await choosePassword(page)
  await page.leaves(homeOf('student'))
  assert.match(storedAuth(page, 'student').refreshToken, /^rt_/)
  assert.notEqual(storedAuth(page, 'student').refreshToken, before)
})

test('‘This wasn’t me’ of a notice leads to a form with the address filled in, whose link signs out the other browser', async () => {
  const email = await makeUser()
  const [own, other] = [await openPage('/?platform=student'), await openPage('/?platform=student')]
  for (const browser of [own, other]) {
    await signIn(browser, email)
    await browser.leaves(homeOf('student'))
  }
  const [notice] = await mailsTo(email)
  const [, button = ''] = /^This wasn’t me:\n(.*)$/m.exec(notice?.text ?? '') ?? []
  const { pathname, search } = new URL(button)
  const page = await openPage(pathname + search)
  await page.press('Send reset link')
  await page.heading('Check your email')
  await page.goto(await newestLink(email))
  await choosePassword(page)
  await page.leaves(homeOf('student'))
  other.left = null
  await other.goto('/account?platform=student')
  await other.shows('/?platform=student&return=account')
})

test('a link gives password managers the full email in the browser that requested it', async () => {
  const email = await makeUser()
  const page = (await openBrowser()).newPage()
  await page.goto(await requestHere(page, email))
  await page.focused('new-password')
  const field = username(page)
  assert.deepEqual([field?.value, field?.getAttribute('aria-hidden'), field?.readOnly], [email, 'true', true])
  await choosePassword(page)
  await page.leaves(homeOf('student'))
  assert.doesNotMatch(tracesOf(page), /foyer\.link-recipient/)
})

for (const [platform, path] of [
  ['school', '/school/reset-password'],
  ['olympiadPartner', '/partner/reset-password'],
] as const)
  test(`a link of ${platform} has a path in its own area and signs in there, also after a reload`, async () => {
    const { page, link } = await openLink({ platform })
    assert.ok(link.startsWith(`${path}/`), link)
    assert.equal(page.url.pathname + page.url.search, `${path}/-/-/-?platform=${platform}`)
    await page.reload()
    await choosePassword(page)
    await page.leaves(homeOf(platform))
  })

test('a reset link of another platform signs the user in at the platform that it was sent for', async () => {
  const link = await requestLink(await makeUser())
  const page = await openPage(link.replace('platform=student', 'platform=iqa'))
  await choosePassword(page)
  await page.leaves(homeOf('student'))
})

test('the new password and the link are never in the address, the history entry or storage', async () => {
  const { page } = await openLink()
  const held = Promise.withResolvers<undefined>()
  page.answer(signInPath, () => held.promise)
  await choosePassword(page)
  await page.sees('Saved. Signing in…')
  assert.ok(!tracesOf(page).includes(chosenPassword))
  held.resolve(undefined)
  await page.leaves(homeOf('student'))
  assert.ok(!tracesOf(page).includes(chosenPassword))
  assert.ok(!tracesOf(page).includes('rs_'))
})

test('a refused sign-in after a reset leads to sign-in with the email filled in and says that the password was changed', async () => {
  const { page, email } = await openLink()
  page.answer(signInPath, () => refusal(429, { code: 'too-many-attempts', message: 'Too many.' }))
  await choosePassword(page)
  await page.shows(`/?platform=student&email=${encodeURIComponent(email)}`)
  await page.sees('Password changed. Sign in with your new password.')
  assert.equal((await page.field('Email or phone number')).value, email)
  assert.equal(storedAuth(page, 'student'), null)
  assert.ok(!tracesOf(page).includes(chosenPassword))
})

test('a cut network after a reset keeps the page, which says that the password is saved and signs in on the next try', async () => {
  const { page } = await openLink()
  const stop = page.answer(signInPath, () => Promise.reject(networkError()))
  await choosePassword(page)
  await page.notice('didn’t answer')
  await page.notice('Your new password is saved.')
  assert.equal((await page.field('New password')).value, chosenPassword)
  stop()
  await page.press('Try again')
  await page.leaves(homeOf('student'))
})

test('a new password that is too short, repeated differently or easy to guess shows an error at its field', async () => {
  const { page } = await openLink()
  await page.type('New password', 'short')
  await page.type('Confirm password', 'other')
  await page.press('Change password')
  await page.described('new-password', /must have at least 8 characters/)
  await page.focused('new-password')
  await page.described('confirm-password', /do not match/)
  await choosePassword(page, 'password123')
  await page.described('new-password', /harder to guess/)
  await page.focused('new-password')
  await page.titled('Error: ')
  await choosePassword(page)
  await page.leaves(homeOf('student'))
})

test('pressing Enter twice saves the new password once', async () => {
  const { page } = await openLink()
  const held = Promise.withResolvers<undefined>()
  page.answer(linkPath, ({ method }) => (method === 'POST' ? held.promise : undefined))
  await page.type('New password', chosenPassword)
  await page.type('Confirm password', chosenPassword)
  await page.user.keyboard('{Enter}{Enter}')
  held.resolve(undefined)
  await page.leaves(homeOf('student'))
  assert.equal(page.sentTo(linkPath, 'POST').length, 1)
})

test('a link can be checked again after the network was cut', async () => {
  const link = await requestLink(await makeUser())
  const page = (await openBrowser()).newPage()
  const stop = page.answer(linkPath, () => Promise.reject(networkError()))
  await page.goto(link)
  await page.notice('didn’t answer')
  await page.titled('Error: ')
  stop()
  await page.press('Try again')
  await page.focused('new-password')
})

test('a typed new password stays and can be sent again after the network was cut', async () => {
  const { page } = await openLink()
  const stop = page.answer(linkPath, () => Promise.reject(networkError()))
  await choosePassword(page)
  await page.notice('didn’t answer')
  assert.equal((await page.field('New password')).value, chosenPassword)
  stop()
  await page.press('Try again')
  await page.leaves(homeOf('student'))
})
