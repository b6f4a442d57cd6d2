/** Tests the pages of an invited user: the first password, a greeting, and a new invitation after an expired invitation. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPage } from '../browser/browser.ts'
import { choosePassword, homeOf, invite, masked, newestLink } from './password-steps.ts'

test('an invitation creates a password and signs in at the platform', async () => {
  const { email, link } = await invite({ platform: 'school' })
  const page = await openPage(link)
  await page.heading('Create your password')
  await page.sees(masked(email))
  await choosePassword(page)
  await page.leaves(homeOf('school'))
})

test('an expired invitation is sent again as an invitation', async () => {
  const { email, link } = await invite({ platform: 'professor' })
  const second = await invite({ platform: 'professor', email })
  const page = await openPage(link)
  await page.heading('This link has expired')
  await page.press(/^Send a new link to/)
  await page.heading('Check your email')
  const third = await newestLink(email)
  assert.match(third, /\/create-password\//)
  assert.notEqual(third, second.link)
})
