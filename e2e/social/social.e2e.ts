/** Signs people in and up with each provider, with what the service asks on the way (Spec 4, 5, 8). */
import type { Page } from '@playwright/test'
import { cutNetwork, expect, refusedRequests, test } from '../browser.ts'
import { demoUrl } from '../test-installation.ts'
import { createUser } from '../test-users.ts'
import {
  choose,
  continueWith,
  create,
  forgetSession,
  learnerHome,
  newGmail,
  notice,
  offer,
  providerButton,
  type Somebody,
  signInPage,
  signUpPage,
} from './social-steps.ts'

test.use({ allowed: { errors: [refusedRequests, cutNetwork] } })

const details = (page: Page, name: string) => page.getByRole('dialog', { name })
const accounts = '**/api/auth/social-auth/accounts?**'

/** A person whom nobody knows yet. */
const newcomer: Record<'Google' | 'Facebook' | 'Apple', () => Somebody> = {
  Google: () => ({ email: newGmail() }),
  Facebook: () => ({ email: `${crypto.randomUUID()}@web.example` }),
  Apple: () => ({ email: `${crypto.randomUUID()}@icloud.com`, hidesEmail: true }),
}

for (const provider of ['Google', 'Facebook', 'Apple'] as const) {
  test(`${provider} signs a new person up after a question, and the next time without one`, async ({
    page,
  }) => {
    const somebody = newcomer[provider]()
    await page.goto(`${signInPage}&utm_source=poster`)
    await continueWith(page, provider, somebody)
    await expect(offer(page)).toContainText(
      "Looks like you don't have an account... Would you like to create one?",
    )
    await expect(offer(page).getByRole('heading')).toBeFocused()
    const tracked = page.waitForRequest(
      (request) => /signup-tracking/.test(request.url()) && request.method() === 'PUT',
    )
    await create(page)
    expect((await tracked).postDataJSON().data).toMatchObject({ name: 'Asha Rao', source: 'poster' })
    await expect(page).toHaveURL(learnerHome)
    await expect(page.getByRole('main')).toContainText('Asha Rao')

    await forgetSession(page)
    await page.goto(signInPage)
    await continueWith(page, provider, somebody)
    await expect(page).toHaveURL(learnerHome)
  })
}

test('Apple without a name asks for it, and signs nobody up without one', async ({ page }) => {
  await page.goto(signInPage)
  await continueWith(page, 'Apple', { ...newcomer.Apple(), isNameSent: true })
  await create(page)
  const dialog = details(page, 'Please enter your full name')
  const field = dialog.getByLabel('Full name')
  await expect(field).toBeFocused()
  await create(page)
  await expect(field).toHaveAccessibleDescription(/Full Name is required/)
  await expect(field).toBeFocused()
  await field.fill('Meera Iyer')
  await create(page)
  await expect(page).toHaveURL(learnerHome)
  await expect(page.getByRole('main')).toContainText('Meera Iyer')
})

test('Facebook without an email asks for one before it signs the person up', async ({ page }) => {
  await page.goto(signInPage)
  await continueWith(page, 'Facebook', { firstName: crypto.randomUUID(), email: '' })
  await create(page)
  const field = details(page, 'Please enter your email').getByLabel('Email')
  await expect(field).toBeFocused()
  await field.fill('asha')
  await create(page)
  await expect(field).toHaveAccessibleDescription(/Enter an email address/)
  await field.fill(`${crypto.randomUUID()}@web.example`)
  await create(page)
  await expect(page).toHaveURL(learnerHome)
})

test('Esc and Cancel end the question, create nothing and lead back to the button', async ({ page }) => {
  await page.goto(signInPage)
  const somebody = newcomer.Google()
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => offer(page).getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await continueWith(page, 'Google', somebody)
    await expect(offer(page)).toBeVisible()
    await leave()
    await expect(offer(page)).toBeHidden()
    await expect(providerButton(page, 'Google')).toBeFocused()
  }
})

test('the sign-up page creates the account without a question, and signs the person in the next time', async ({
  page,
}) => {
  const somebody = newcomer.Google()
  await page.goto(signUpPage)
  await continueWith(page, 'Google', somebody)
  await expect(page).toHaveURL(learnerHome)
  await expect(page.getByRole('main')).toContainText('Asha Rao')
  await forgetSession(page)
  await page.goto(signUpPage)
  await continueWith(page, 'Google', somebody)
  await expect(page).toHaveURL(learnerHome)
})

test('a person who came from a platform is signed in there', async ({ page }) => {
  await page.goto(`${demoUrl}/library`)
  await expect(page).toHaveURL(/code_challenge=/)
  await continueWith(page, 'Google', newcomer.Google())
  await create(page)
  await expect(page).toHaveURL(`${demoUrl}/library`)
})

test('a person who denies can try again', async ({ page }) => {
  await page.goto(signInPage)
  const opened = page.waitForEvent('popup')
  await providerButton(page, 'Google').click()
  await (await opened).getByRole('button', { name: 'Deny' }).click()
  await expect(notice(page)).toContainText('Error signing in.')
  await expect(notice(page)).toBeFocused()
  const again = page.waitForEvent('popup')
  await notice(page).getByRole('button', { name: 'Try again' }).click()
  await choose(await again, newcomer.Google())
  await expect(offer(page)).toBeVisible()
  await expect(notice(page)).toBeHidden()
})

test('a call that the network loses is repeated with the same key', async ({ page }) => {
  await page.goto(signInPage)
  await continueWith(page, 'Google', newcomer.Google())
  await expect(offer(page)).toBeVisible()
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().includes('/social-auth/accounts')) keys.push(request.headers()['idempotency-key'])
  })
  await page.route(accounts, (route) => route.abort(), { times: 1 })
  await create(page)
  await expect(offer(page)).toContainText('The service didn’t answer. Please try again.')
  await create(page)
  await expect(page).toHaveURL(learnerHome)
  expect(keys).toEqual([expect.any(String), keys[0]])
})

test('an account that may not sign in is told so, with a way to help', async ({ page }) => {
  await page.route(accounts, (route) =>
    route.fulfill({
      status: 403,
      json: {
        errors: {
          code: 'social-refused',
          authorized: false,
          detail: 'Something went wrong. Please try again.',
        },
      },
    }),
  )
  await page.goto(signInPage)
  await continueWith(page, 'Google', newcomer.Google())
  await expect(notice(page)).toContainText('Something went wrong. Please try again.')
  await expect(notice(page).getByRole('link')).toHaveAttribute('href', /^mailto:/)
})

test('Google adds Learning to an account of another platform, after a question', async ({
  page,
  request,
}) => {
  const email = await createUser(request, { platform: 'professor', email: newGmail() })
  await page.goto(signInPage)
  await continueWith(page, 'Google', { email })
  const question = details(page, 'Add Learning?')
  await expect(question).toContainText('but it has no access to Learning.')
  await expect(question.getByRole('link', { name: 'Professor Portal' })).toBeVisible()
  await page.getByRole('button', { name: 'Add Learning', exact: true }).click()
  await expect(page).toHaveURL(learnerHome)
})
