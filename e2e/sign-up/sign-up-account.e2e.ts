/** Tests the sign-up of a user who has an account on another platform: the platform is added to it after a proof. */
import type { Page } from '@playwright/test'
import { expect, heading, password, refusedRequests, test } from '../browser.ts'
import { demoUrl } from '../test-installation.ts'
import { createUser, newestCode } from '../test-users.ts'
import { reachPasswordStep, typeEmail, typeName, typePasswords } from './sign-up-steps.ts'

test.use({ allowed: { errors: [refusedRequests] } })

const proof = (page: Page) => page.getByLabel('Password', { exact: true })
const add = (page: Page) => page.getByRole('button', { name: 'Sign in and add Learning' })
const known = /^You already have a .+ account$/

test('an address that sign-in does not find leads over sign-up and its password into Learning', async ({
  page,
  request,
}) => {
  const email = await createUser(request, { platform: 'iqa', hasPassword: true })
  await page.goto('/?platform=student')
  await page.getByLabel('Email or phone number').fill(email)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('link', { name: 'Sign up for free' }).click()
  await typeName(page)
  await typeEmail(page, email)
  await typePasswords(page)
  await expect(heading(page)).toHaveText(known)
  await expect(page.getByText('Enter its password once, and Learning is added to it')).toBeVisible()
  await proof(page).fill('not this one')
  await add(page).click()
  await expect(proof(page)).toHaveAccessibleDescription(/That password isn’t right/)
  await proof(page).fill(password)
  await add(page).click()
  await expect(page).toHaveURL(`${demoUrl}/`)
})

test('a user without a password adds Learning by a code, also after a reload', async ({ page, request }) => {
  const email = await createUser(request, { platform: 'professor' })
  await reachPasswordStep(page, email)
  await typePasswords(page)
  await expect(heading(page)).toHaveText(known)
  await page.reload()
  await expect(heading(page)).toHaveText(known)
  await page.getByRole('button', { name: 'Email me a code instead' }).click()
  await page.getByLabel('Verification code').fill(await newestCode(request, email))
  await expect(page).toHaveURL(`${demoUrl}/`)
})
