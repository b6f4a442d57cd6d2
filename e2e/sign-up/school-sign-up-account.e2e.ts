/** Tests the sign-up of a school whose contact has an account already: it is joined after a proof. */
import type { Page } from '@playwright/test'
import { expect, heading, password, refusedRequests, test } from '../browser.ts'
import { siteUrl } from '../test-installation.ts'
import { createUser, newEmail, newestCode, wrongCode } from '../test-users.ts'
import { reachSchoolPassword, recordSchoolSignUps } from './school-sign-up-steps.ts'
import { create, emailField, next, passwordFields, typePasswords } from './sign-up-steps.ts'

test.use({ allowed: { errors: [refusedRequests] } })

const schoolHome = `${siteUrl('school')}/`
const proof = (page: Page) => page.getByLabel('Password', { exact: true })
const join = (page: Page) => page.getByRole('button', { name: 'Sign in and add school' })
const code = (page: Page) => page.getByLabel('Verification code')

async function reachAccount(page: Page, email: string): Promise<void> {
  await reachSchoolPassword(page, { email })
  await typePasswords(page)
  await expect(heading(page)).toHaveText('You already have an account')
  await expect(proof(page)).toBeFocused()
}

test('the password of a learner’s account adds the school to it, after a wrong one', async ({
  page,
  request,
}) => {
  const email = await createUser(request, { hasPassword: true })
  const sent = recordSchoolSignUps(page)
  await reachAccount(page, email)
  await proof(page).fill('not this one')
  await join(page).click()
  await expect(proof(page)).toHaveAccessibleDescription(/That password isn’t right/)
  await expect(proof(page)).toBeFocused()
  await proof(page).fill(password)
  await join(page).click()
  await expect(page).toHaveURL(schoolHome)
  await expect(page.getByRole('main')).toContainText('Ravi')
  // The password typed for a new account is not sent with that of the old one.
  expect(sent.at(-1)?.postDataJSON().password1).toBeUndefined()
})

test('a code sent to the email adds the school to the account, after a wrong one', async ({
  page,
  request,
}) => {
  const email = await createUser(request)
  await reachAccount(page, email)
  await page.getByRole('button', { name: 'Email me a code instead' }).click()
  await expect(heading(page)).toHaveText('Check your email')
  const right = await newestCode(request, email)
  await code(page).pressSequentially(wrongCode(right))
  await expect(code(page)).toHaveAccessibleDescription(/That code isn’t right/)
  await code(page).fill(right)
  await expect(page).toHaveURL(schoolHome)
})

test('a reload asks for the proof again, and the way back leads to another email', async ({
  page,
  request,
}) => {
  const email = await createUser(request, { hasPassword: true })
  await reachAccount(page, email)
  await page.reload()
  await expect(heading(page)).toHaveText('You already have an account')
  await expect(page.getByRole('main')).toContainText(email)
  await page.getByRole('button', { name: 'Not you? Change account' }).click()
  await emailField(page).fill(newEmail())
  await next(page).click()
  for (const field of passwordFields(page)) await field.fill('quiet river stones')
  await create(page).click()
  await expect(page).toHaveURL(schoolHome)
})

test('the browser’s Back leaves the proof for the step before it', async ({ page, request }) => {
  await reachAccount(page, await createUser(request, { hasPassword: true }))
  await page.getByRole('button', { name: 'Email me a code instead' }).click()
  await expect(heading(page)).toHaveText('Check your email')
  await page.getByRole('button', { name: 'Sign in with password' }).click()
  await expect(proof(page)).toBeFocused()
  await page.goBack()
  await expect(heading(page)).toHaveText('Choose a password')
  await page.goForward()
  await expect(heading(page)).toHaveText('You already have an account')
})
