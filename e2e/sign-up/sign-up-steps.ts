/** Finds and fills in the fields of the three steps of sign-up. */
import type { APIRequestContext, Locator, Page, Request } from '@playwright/test'
import { expect } from '../browser.ts'
import { newEmail } from '../test-users.ts'

export const newPassword = 'quiet river stones'

export const firstName = (page: Page) => page.getByLabel('First Name')
export const lastName = (page: Page) => page.getByLabel('Last Name')
export const emailField = (page: Page) => page.getByRole('textbox', { name: 'Email' })
export const passwordFields = (page: Page): [Locator, Locator] => [
  page.getByLabel('Password', { exact: true }),
  page.getByLabel('Confirm Password', { exact: true }),
]
export const next = (page: Page) => page.getByRole('button', { name: 'Next' })
const create = (page: Page) => page.getByRole('button', { name: 'Create Account' })
export const back = (page: Page) => page.getByRole('button', { name: 'Back', exact: true })

export async function typeName(page: Page, first = 'Meera', last = 'Nair'): Promise<void> {
  await firstName(page).fill(first)
  await lastName(page).fill(last)
  await next(page).click()
}

export async function typeEmail(page: Page, email: string): Promise<void> {
  await emailField(page).fill(email)
  await next(page).click()
}

export async function typePasswords(page: Page, text = newPassword): Promise<void> {
  for (const field of passwordFields(page)) await field.fill(text)
  await create(page).click()
}

/** Fills in name and email, and returns the email. */
export async function reachPasswordStep(page: Page, email = newEmail(), query = ''): Promise<string> {
  await page.goto(`/signup?platform=student${query}`)
  await typeName(page)
  await typeEmail(page, email)
  await expect(passwordFields(page)[0]).toBeFocused()
  return email
}

/** Records every later sign-up request. */
export function recordSignUps(page: Page): Request[] {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/auth/signup')
      sent.push(request)
  })
  return sent
}

type Tracked = { email: string; name: string; source: string }

/** Waits for the record of a sign-up: the page does not wait for it and redirects to the platform at once. */
export async function expectTracked(
  request: APIRequestContext,
  record: Tracked,
  product = 'learning',
): Promise<void> {
  const { email } = record
  const signedIn = await request.post('/api/auth/sso/login', {
    data: { email, password: newPassword, product },
  })
  const { access_token, user } = (await signedIn.json()).data
  const headers = { authorization: `Bearer ${access_token}` }
  await expect
    .poll(async () => {
      const answer = await request.get(`/api/documents/signup-tracking/${email}`, { headers })
      return (await answer.json()).data
    })
    .toEqual({ data: { ...record, uuid: user.uuid } })
}
