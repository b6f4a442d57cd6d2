/**
 * Tests the sign-up of a user or a school whose email already has an account: after a proof, the platform is added to that
 * account.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import { anotherCode, codeTo } from '../../api/src/features/otp/test-codes.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { openPage } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { sharedService } from '../browser/shared-service.ts'
import { continueToSchools, joinPath, reachSchoolPassword, schoolHome } from './school-steps.ts'
import {
  home,
  newEmail,
  newPassword,
  reachPasswordStep,
  typeEmail,
  typeName,
  typePasswords,
} from './sign-up-steps.ts'

const known = /^You already have a .*account$/

async function makeUser(platform: Platform, password?: null): Promise<string> {
  const service = await sharedService()
  const given = { email: newEmail(), platforms: [platform], ...(password === null && { password }) }
  return (await service.makeUser(given)).email
}

/** Takes a school's sign-up to the step that asks for a proof. */
async function reachSchoolProof(email: string): Promise<Page> {
  const { page } = await reachSchoolPassword({ email })
  await typePasswords(page)
  await page.heading('You already have an account')
  await page.focused('current-password')
  return page
}

async function typeCode(page: Page, email: string, change = (code: string) => code): Promise<void> {
  await page.sees('Resend in')
  await page.type('Code', change(await codeTo(await sharedService(), email)))
}

async function proveWithWrongPasswordFirst(page: Page, button: string): Promise<void> {
  await page.type('Password', 'not this one')
  await page.press(button)
  await page.described('current-password', /That password isn’t right/)
  await page.focused('current-password')
  await page.type('Password', rightPassword)
  await page.press(button)
}

test('an address that sign-in does not find leads over sign-up and its password into Learning', async () => {
  const email = await makeUser('iqa')
  const page = await openPage('/?platform=student')
  await page.type('Email or phone number', email)
  await page.press('Next')
  await page.sees('We could not find an account')
  await page.press('Sign up for free')
  await typeName(page)
  await typeEmail(page, email)
  await typePasswords(page)
  await page.heading(known)
  await page.sees('Enter its password once, and Learning is added to it')
  await proveWithWrongPasswordFirst(page, 'Sign in and add Learning')
  await page.leaves(home)
})

test('a user without a password adds Learning by a code, also after a reload', async () => {
  const email = await makeUser('professor', null)
  const { page } = await reachPasswordStep({ email })
  await typePasswords(page)
  await page.heading(known)
  await page.reload()
  await page.heading(known)
  await page.press('Email me a code instead')
  await typeCode(page, email)
  await page.leaves(home)
})

test('the password of a learner’s account adds the school to it, after a wrong one', async () => {
  const page = await reachSchoolProof(await makeUser('student'))
  await proveWithWrongPasswordFirst(page, 'Sign in and add school')
  await continueToSchools(page)
  await page.leaves(schoolHome)
  // The request contains only the account's password, not the password typed for a new account.
  const bodies = page.sentTo(joinPath).map(({ body }) => body)
  assert.equal(bodies.length, 2)
  for (const body of bodies) assert.equal(body.password1, undefined)
})

test('a code sent to the email adds the school to the account, after a wrong one', async () => {
  const email = await makeUser('student', null)
  const page = await reachSchoolProof(email)
  await page.press('Email me a code instead')
  await page.heading('Check your email')
  await typeCode(page, email, anotherCode)
  await page.sees('That code isn’t right')
  await typeCode(page, email)
  await continueToSchools(page)
  await page.leaves(schoolHome)
})

test('a reload asks a school for the proof again, and the way back leads to another email', async () => {
  const email = await makeUser('student')
  const page = await reachSchoolProof(email)
  await page.reload()
  await page.heading('You already have an account')
  await page.sees(email)
  await page.press('Not you? Change account')
  await page.type('Email', newEmail())
  await page.press('Next')
  await typePasswords(page, newPassword)
  await continueToSchools(page)
  await page.leaves(schoolHome)
})
