/** Tests the facts of the account page, and where the users of each platform arrive after sign-in (product 2.6, 6). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { within } from '@testing-library/dom'
import { goodPassword, trySolvedSignUp } from '../../api/src/features/sign-up/test-sign-ups.ts'
import { originOf, rightPassword } from '../../api/src/testing/test-app.ts'
import { openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { openAccount, signIn } from '../browser/sign-in.ts'

/** Finds the button that opens the links on a phone; a wide window hides this button. */
const menuOf = (page: Page) => page.get.queryByText('Menu', { selector: 'button > span' })

test('the account page says nothing twice, and has no menu of links on a platform without any', async () => {
  const browser = await openBrowser()
  const { email } = await browser.service.makeUser({ platforms: ['serviceAdmin'] })
  const page = browser.newPage()
  await openAccount(page, email, { platform: 'serviceAdmin' })
  await page.find('button', 'Change your name')
  assert.ok(within(page.get.getByRole('main')).queryAllByText('Service Admin').length <= 1)
  await page.find('button', 'Account of Asha Rao')
  assert.ok(!menuOf(page), 'still shown')
})

test('a sign-in that starts at /account returns to it and shows the user, the browsers and the doors', async () => {
  const browser = await openBrowser()
  const { email } = await browser.service.makeUser()
  const page = await browser.open('/account?platform=student')
  await signIn(page, email)
  await page.shows(/^\/account\?platform=student$/)
  await page.heading('Your account')
  await page.find('button', 'Change your name')
  await page.sees('This browser, now')
  await page.find('button', /^Learning/)
  await page.sees('Your profile: 0 of 5')
  const library = await page.find('link', 'My library')
  assert.equal(library.getAttribute('href'), `${originOf('student')}/home/library`)
  assert.ok(menuOf(page))
})

for (const platform of ['serviceAdmin', 'apiDocs', 'admissionsCounsellor', 'recruitmentUtils'] as const)
  test(`a user of ${platform} signs in and stays on the account page`, async () => {
    const browser = await openBrowser()
    const { email } = await browser.service.makeUser({ platforms: [platform] })
    const page = await browser.open(`/?platform=${platform}`)
    await signIn(page, email)
    await page.shows(`/account?platform=${platform}`)
    await page.heading('Your account')
    assert.equal(page.left, null)
  })

for (const platform of ['centerHead', 'centreAdmin', 'professor', 'iqa', 'applicationFormAdmin'] as const)
  test(`a user of ${platform} signs in and goes to the site of the platform`, async () => {
    const browser = await openBrowser()
    const { email } = await browser.service.makeUser({ platforms: [platform] })
    const page = await browser.open(`/?platform=${platform}`)
    await signIn(page, email)
    await page.leaves(`${originOf(platform)}/home?code=`)
  })

test('a new user signs in with the email of the sign-up, and is asked to verify it without a word against that', async () => {
  const browser = await openBrowser()
  const email = `${randomUUID()}@example.com`
  await trySolvedSignUp(browser.service, { email, platform: 'student' })
  const page = await browser.open('/account?platform=student')
  await signIn(page, email, goodPassword)
  await page.find('link', `Verify ${email}`)
  await page.sees('This shows us that it’s yours.')
  assert.ok(!page.get.queryByText(/can’t sign in with it/))
})

const emailFirst = [
  ['school', '/school', 'Email', 'Sign in'],
  ['recruitmentPlatform', '/school/login?platform=recruitmentPlatform', 'Email', 'Sign in'],
  ['olympiadPartner', '/partner', 'Email', 'Sign in'],
  ['svp', '/svp', 'Email ID', 'Log In'],
] as const

for (const [platform, path, label, button] of emailFirst)
  test(`a user of ${platform} signs in with email and password together`, async () => {
    const browser = await openBrowser()
    const { email } = await browser.service.makeUser({ platforms: [platform] })
    const page = await browser.open(path)
    await page.type(label, email)
    await page.type('Password', rightPassword)
    await page.press(button)
    await page.leaves(`${originOf(platform)}/home?code=`)
  })

test('a user with several platforms signs in at one and continues at the next with a tap', async () => {
  const browser = await openBrowser()
  const { email } = await browser.service.makeUser({ platforms: ['professor', 'centreAdmin'] })
  const page = browser.newPage()
  await page.goto('/?platform=professor')
  await signIn(page, email)
  await page.leaves(`${originOf('professor')}/home?code=`)
  page.left = null
  await page.goto('/?platform=centreAdmin')
  await page.press('Continue as Asha')
  await page.leaves(`${originOf('centreAdmin')}/home?code=`)
})
