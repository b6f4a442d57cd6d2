/** Tests the texts and targets of the top navigation (product 2.6): links, prompts of schools and the account menu. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { within } from '@testing-library/dom'
import { originOf, rightPassword } from '../../api/src/testing/test-app.ts'
import { json } from '../browser/answers.ts'
import { openBrowser, openPage } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { makeUser, openOwnAccount } from './new-users.ts'

const navigation = (page: Page) => page.get.queryByRole('navigation', { name: 'Main' })
const account = (page: Page) => page.find('button', /^Account of /)
const learnerLinks = ['My library', 'Profile', 'Orders', 'Settings']

/** Waits for the navigation's links with these texts. */
function links(page: Page, texts: readonly string[]): Promise<HTMLAnchorElement[]> {
  return page.waitFor(() => {
    const nav = navigation(page)
    const found = nav ? within(nav).getAllByRole<HTMLAnchorElement>('link') : []
    assert.deepEqual(
      found.map((link) => link.textContent),
      texts,
    )
    return found
  })
}

async function openLearnerAccount(): Promise<{ page: Page; email: string }> {
  const page = (await openBrowser()).newPage()
  const email = await openOwnAccount(page, 'student')
  return { page, email }
}

test('the navigation of a learner leads to the pages of the platform and to the profile, where it marks the profile', async () => {
  const { page } = await openLearnerAccount()
  const found = await links(page, learnerLinks)
  const home = `${originOf('student')}/home`
  assert.deepEqual(
    found.map(({ href }) => href).filter((href) => href.startsWith(home)),
    ['/library', '/orders', '/settings'].map((path) => home + path),
  )
  assert.deepEqual(await currentLinks(page), [])
  await page.goto('/account/profile?platform=student')
  assert.deepEqual(await currentLinks(page), ['Profile'])
  await page.press('Orders')
  await page.leaves(`${home}/orders`)
})

/** Returns the links of the navigation that lead to the page itself. */
async function currentLinks(page: Page): Promise<string[]> {
  const found = await links(page, learnerLinks)
  return found
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map(({ textContent }) => textContent)
}

test('the menu of the account shows initials, name and contact', async () => {
  const { page, email } = await openLearnerAccount()
  const button = await page.find('button', 'Account of Asha Rao')
  assert.equal(button.querySelector('.avatar')?.textContent, 'AR')
  const menu = page.document.getElementById('account-menu')
  assert.ok(menu?.hasAttribute('popover'), 'The menu of the account is no popover')
  for (const text of ['Asha Rao', email]) assert.ok(menu?.textContent?.includes(text), text)
  assert.ok(!page.get.queryByRole('menu', { hidden: true }), 'still shown')
})

test('the account page and the menu of the account show the picture of the user', async () => {
  const picture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const page = (await openBrowser()).newPage()
  page.answer('/api/auth/users/picture', () => json(200, { data: { picture } }))
  await openOwnAccount(page, 'student')
  const button = await account(page)
  for (const place of [page.document.querySelector('main'), button])
    await page.waitFor(() => assert.equal(place?.querySelector('img')?.getAttribute('src'), picture))
})

test('school pages invite a signed-out user to sign in, and carry the query of the visit', async () => {
  const page = await openPage('/school/forgot-password?utm_source=mail')
  const prompt = await page.find('link', 'Sign in')
  assert.ok(navigation(page)?.contains(prompt))
  assert.equal(prompt.getAttribute('href'), '/school/login?platform=school')
  await page.user.click(prompt)
  await page.shows(/\/school\/login\?(?=.*platform=school)(?=.*utm_source=mail)/)
  await page.waitFor(() =>
    assert.equal(page.get.getByRole('link', { name: 'Sign in' }).getAttribute('aria-current'), 'page'),
  )
  assert.ok(!page.get.queryByRole('button', { name: /^Account of / }), 'still shown')
})

test('recruitment invites a signed-out user to its own sign-in', async () => {
  const page = await openPage('/school/forgot-password?platform=recruitmentPlatform')
  await page.press('Sign in')
  await page.shows(/\/school\/login\?platform=recruitmentPlatform$/)
})

test('the prompt to sign up leads schools and recruitment to the sign-up of schools', async () => {
  for (const platform of ['school', 'recruitmentPlatform']) {
    const page = await openPage(`/school/login?platform=${platform}`)
    const nav = await page.waitFor(() => page.get.getByRole('navigation', { name: 'Main' }))
    await page.user.click(within(nav).getByRole('link', { name: 'Sign up' }))
    await page.shows(/\/school\/signup\?platform=school$/)
  }
})

test('the help page shows the navigation of a signed-in user, and invites only signed-out users of schools', async () => {
  const { page } = await openLearnerAccount()
  await page.press('Help')
  await page.shows('/help?platform=student')
  await links(page, learnerLinks)
  await account(page)
  const signedOut = await openPage('/help?platform=student')
  await signedOut.heading('How can we help?')
  assert.ok(!navigation(signedOut), 'still shown')
  await signedOut.goto('/help?platform=recruitmentPlatform')
  const [, prompt] = await links(signedOut, ['Sign up', 'Sign in'])
  assert.equal(prompt?.getAttribute('href'), '/school/login?platform=recruitmentPlatform')
})

test("'Page not found' shows the navigation of a signed-in user and leads to the account, and other users to sign-in", async () => {
  const { page } = await openLearnerAccount()
  await page.goto('/nothing-here?platform=student')
  await links(page, learnerLinks)
  await account(page)
  await page.press('Go to your account')
  await page.shows('/account?platform=student')
  // An address without a platform is that of Learning; the account may be that of another platform.
  const elsewhere = await openPage('/school/login?return=account')
  await elsewhere.type('Email', await makeUser('school'))
  await elsewhere.type('Password', rightPassword)
  await elsewhere.user.click(await elsewhere.find('button', 'Sign in'))
  await elsewhere.shows('/account?platform=school')
  await elsewhere.goto('/nothing-here')
  await elsewhere.press('Go to your account')
  await elsewhere.shows('/account?platform=school')
  const signedOut = await openPage('/nothing-here?platform=student')
  await signedOut.find('link', 'Go to sign-in for Learning')
  assert.ok(!navigation(signedOut), 'still shown')
})

test('the sign-in of other platforms has no navigation', async () => {
  for (const path of ['/?platform=student', '/partner/login', '/?platform=svp']) {
    const page = await openPage(path)
    await page.field(/^Email/)
    assert.ok(!navigation(page), 'still shown')
  }
})

test('a school that is signed in has the menu of its account instead of the prompts', async () => {
  const page = await openPage('/school/login?return=account')
  await page.type('Email', await makeUser('school'))
  await page.type('Password', rightPassword)
  await page.user.click(await page.find('button', 'Sign in'))
  await page.shows('/account?platform=school')
  await account(page)
  assert.ok(!navigation(page), 'still shown')
  const menu = [...page.document.querySelectorAll('#account-menu a')]
  assert.deepEqual(
    menu.map((link) => [link.textContent, link.getAttribute('href')]),
    [
      ['Your account', '/account?platform=school'],
      ['Notifications', '/account/notifications?platform=school'],
      ['Where to?', '/doors?platform=school'],
      ['Sign out of Schools', '/school/logout?platform=school'],
      ['Sign out of everything in this browser', '/logout-everywhere?platform=school'],
    ],
  )
})
