/** Walks the ways in which a provider and an account with the same email come together (security.md 1.5). */
import type { Page } from '@playwright/test'
import { expect, heading, password, refusedRequests, test } from '../browser.ts'
import { newPassword, reachPasswordStep, typePasswords } from '../sign-up/sign-up-steps.ts'
import { createUser, newestCode, wrongCode } from '../test-users.ts'
import {
  choose,
  continueWith,
  forgetSession,
  learnerHome,
  newGmail,
  providerButton,
  type Somebody,
  signInPage,
  signUpWith,
} from './social-steps.ts'

test.use({ allowed: { errors: [refusedRequests] } })

const title = 'You already have an account'
const proof = (page: Page) => page.getByLabel('Password', { exact: true })
const code = (page: Page) => page.getByLabel('Verification code')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Google verified the address, but it is not Google's to give. */
const atGoogle = (email: string): Somebody => ({ email })

async function reachProof(page: Page, email: string): Promise<void> {
  await page.goto(signInPage)
  await continueWith(page, 'Google', atGoogle(email))
  await expect(heading(page)).toHaveText(title)
}

/** The provider signs the user in without another question. */
async function goesStraightIn(page: Page, provider: 'Google' | 'Facebook' | 'Apple', somebody: Somebody) {
  await forgetSession(page)
  await page.goto(signInPage)
  await continueWith(page, provider, somebody)
  await expect(page).toHaveURL(learnerHome)
}

test('the password of the account adds Google to it, after a wrong one, and then Google alone signs in', async ({
  page,
  request,
}) => {
  const email = await createUser(request, { hasPassword: true })
  await reachProof(page, email)
  await expect(page.getByRole('main')).toContainText(email)
  await expect(proof(page)).toBeFocused()
  await proof(page).fill('not this one')
  await press(page, 'Sign in and add Google')
  await expect(proof(page)).toHaveAccessibleDescription(/That password isn’t right/)
  await expect(proof(page)).toBeFocused()
  await proof(page).fill(password)
  await press(page, 'Sign in and add Google')
  await expect(page).toHaveURL(learnerHome)
  await expect(page.getByRole('main')).toContainText('Ravi')
  await goesStraightIn(page, 'Google', atGoogle(email))
})

test('a code adds Facebook to the account with the same email, after a wrong one', async ({
  page,
  request,
}) => {
  const email = await createUser(request, { hasPassword: true })
  await page.goto(signInPage)
  await continueWith(page, 'Facebook', { email })
  await expect(heading(page)).toHaveText(title)
  await press(page, 'Email me a code instead')
  await expect(heading(page)).toHaveText('Check your email')
  const right = await newestCode(request, email)
  await code(page).pressSequentially(wrongCode(right))
  await expect(code(page)).toHaveAccessibleDescription(/That code isn’t right/)
  await code(page).fill(right)
  await expect(page).toHaveURL(learnerHome)
  await goesStraightIn(page, 'Facebook', { email })
})

test('a code proves an account with neither password nor verified address', async ({ page, request }) => {
  const email = `asha.${crypto.randomUUID()}@web.example`
  await signUpWith(page, 'Facebook', { email })
  await forgetSession(page)
  await reachProof(page, email)
  await expect(proof(page)).toBeHidden()
  await press(page, 'Send code')
  await code(page).fill(await newestCode(request, email))
  await expect(page).toHaveURL(learnerHome)
  await goesStraightIn(page, 'Google', atGoogle(email))
})

test('Cancel and Back lead from the proof to the form, with what was typed there', async ({
  page,
  request,
}) => {
  const email = await createUser(request, { hasPassword: true })
  await page.goto(signInPage)
  const field = page.getByLabel('Email or phone number')
  for (const leave of [() => press(page, 'Cancel'), () => page.goBack()]) {
    await field.fill('somebody else')
    await continueWith(page, 'Google', atGoogle(email))
    await expect(heading(page)).toHaveText(title)
    await leave()
    await expect(field).toHaveValue('somebody else')
    await expect(page).toHaveURL(signInPage)
  }
})

test('a reload in the middle of the proof goes on with it', async ({ page, request }) => {
  const email = await createUser(request, { hasPassword: true })
  await reachProof(page, email)
  await press(page, 'Email me a code instead')
  const right = await newestCode(request, email)
  await page.reload()
  await expect(heading(page)).toHaveText('Check your email')
  await code(page).fill(right)
  await expect(page).toHaveURL(learnerHome)
})

test('a proof that comes too late leads to the provider again', async ({ page, request }) => {
  const email = await createUser(request, { hasPassword: true })
  await reachProof(page, email)
  // The answer of Google is bound to this cookie, and ends as it does after ten minutes.
  await page.context().clearCookies()
  await proof(page).fill(password)
  await press(page, 'Sign in and add Google')
  await expect(heading(page)).toHaveText('Continue with Google again')
  await expect(heading(page)).toBeFocused()
  const opened = page.waitForEvent('popup')
  await press(page, 'Continue with Google')
  await choose(await opened, atGoogle(email))
  await expect(heading(page)).toHaveText(title)
  await proof(page).fill(password)
  await press(page, 'Sign in and add Google')
  await expect(page).toHaveURL(learnerHome)
})

test('the owner of a Gmail address takes over the account that a stranger made with it', async ({
  page,
  request,
}) => {
  const email = await reachPasswordStep(page, newGmail())
  await typePasswords(page)
  await expect(page).toHaveURL(learnerHome)
  await forgetSession(page)
  await page.goto(signInPage)
  await continueWith(page, 'Google', { email })
  await expect(page).toHaveURL(learnerHome)
  await expect(page.getByRole('main')).toContainText('Asha')
  const body = { email, password: newPassword, product: 'learning', platform: 'student' }
  const refused = await request.post('/api/auth/sso/login?platform=learning-web', { data: body })
  expect((await refused.json()).errors.code).toBe('wrong-credentials')
})

test('Apple signs the same person in again behind a relay address', async ({ page }) => {
  const somebody = { email: `asha.${crypto.randomUUID()}@icloud.com`, hidesEmail: true }
  await signUpWith(page, 'Apple', somebody)
  await expect(page.getByRole('main')).toContainText('Asha')
  await goesStraightIn(page, 'Apple', somebody)
})

test('a browser without popups proves the account after the whole window was at Google', async ({
  page,
  request,
}) => {
  const email = await createUser(request, { hasPassword: true })
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto(signInPage)
  await providerButton(page, 'Google').click()
  await choose(page, atGoogle(email))
  await expect(heading(page)).toHaveText(title)
  await proof(page).fill(password)
  await press(page, 'Sign in and add Google')
  await expect(page).toHaveURL(learnerHome)
})
