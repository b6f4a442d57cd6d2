/** Tests used, replaced and altered links, links copied without their token, and the new links that replace them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, openPage } from '../browser/browser.ts'
import {
  choosePassword,
  homeOf,
  mailsTo,
  makeUser,
  masked,
  newestLink,
  openLink,
  requestLink,
} from './password-steps.ts'

test('an expired link sends a new one to the same email with one press', async () => {
  const email = await makeUser()
  const old = await requestLink(email)
  const newer = await requestLink(email)
  const page = await openPage(old)
  await page.heading('This link has expired')
  await page.focused('title')
  await page.titled('Error: This link has expired')
  await page.press(`Send a new link to ${masked(email)}`)
  for (let reloads = 0; reloads < 2; reloads += 1) {
    await page.heading('Check your email')
    await page.focused('title')
    await page.sees(`We’ve sent a new link to ${masked(email)}.`)
    await page.sees('Resend in')
    if (reloads === 0) await page.reload()
  }
  const newest = await newestLink(email)
  assert.notEqual(newest, newer)
  await page.goto(newest)
  await choosePassword(page)
  await page.leaves(homeOf('student'))
})

test('a used link says so in a second tab and when the user opens it again', async () => {
  const browser = await openBrowser()
  const { page, link } = await openLink({ browser })
  const second = await browser.open(link)
  await second.focused('new-password')
  await choosePassword(page)
  await page.leaves(homeOf('student'))
  await choosePassword(second, 'another staple of batteries')
  await second.heading('This link has already been used')
  page.left = null
  await page.goto(link)
  await page.heading('This link has already been used')
  await page.press('That was me, sign in')
  await page.leaves(homeOf('student'))
})

test('a used link sends the owner a new link with one press, to take the account back', async () => {
  const { page, email, link } = await openLink()
  await choosePassword(page)
  await page.leaves(homeOf('student'))
  await page.goto(link)
  await page.press(`Send a new link to ${masked(email)}`)
  await page.heading('Check your email')
  assert.notEqual(await newestLink(email), link)
})

test('an altered link leads to the forgot-password page with the email this browser remembers', async () => {
  const email = await makeUser()
  const page = await openPage('/forgot-password?platform=student')
  await page.type('Email or phone number', email)
  await page.press('Send reset link')
  await page.heading('Check your email')
  const link = await newestLink(email)
  for (const altered of [
    link.replace(/\d(?=\?)/, (digit) => String((Number(digit) + 1) % 10)),
    link.replace('/reset-password/', '/create-password/'),
    '/reset-password/not-an-id/not-a-token/17?platform=student',
  ]) {
    assert.notEqual(altered, link)
    await page.goto(altered)
    await page.heading('This link is not valid')
  }
  await page.press('Get a new link')
  await page.heading('Forgot your password?')
  assert.equal((await page.field('Email or phone number')).value, email)
  await page.goto(link)
  await page.focused('new-password')
  assert.equal((await mailsTo(email)).length, 1)
})

test('an address copied without its link asks the user to open the link again', async () => {
  const page = await openPage('/school/reset-password/-/-/-?platform=school')
  await page.heading('Open the link again')
  await page.press('Get a new link')
  await page.shows('/school/forgot-password?platform=school')
})
