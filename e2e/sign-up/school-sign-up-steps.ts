/** Finds and fills in the fields of the school sign-up steps. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page, Request } from '@playwright/test'
import { expect } from '../browser.ts'
import { newEmail } from '../test-users.ts'
import { emailField, firstName, lastName, next, passwordFields } from './sign-up-steps.ts'

export const schoolSignUp = '/school/signup?platform=school'

export const schoolName = (page: Page): Locator => page.getByLabel('School name', { exact: true })
export const schoolType = (page: Page): Locator => page.getByLabel('Type of school', { exact: true })
export const country = (page: Page): Locator => page.getByLabel('Country', { exact: true })
export const state = (page: Page): Locator => page.getByLabel('State', { exact: true })

/** Returns a unique name, so that no two tests create the same school. */
export const newSchoolName = (): string => `Hillview ${randomUUID().slice(0, 8)}`

type School = { name?: string; country?: string; state?: string | null }

/** Fills in a school, by default in a country with states; `state: null` is for a country without states. */
export async function typeSchool(page: Page, school: School = {}): Promise<void> {
  const { name = newSchoolName(), country: place = 'India', state: part = 'Kerala' } = school
  await schoolName(page).fill(name)
  await schoolType(page).selectOption({ index: 1 })
  await country(page).selectOption({ label: place })
  if (part) await state(page).selectOption({ label: part })
  else await expect(state(page)).toBeHidden()
  await next(page).click()
}

export async function typeContact(page: Page, email = newEmail()): Promise<string> {
  await firstName(page).fill('Meera')
  await lastName(page).fill('Nair')
  await emailField(page).fill(email)
  await next(page).click()
  return email
}

/** Fills in school and contact, and returns the email. */
export async function reachSchoolPassword(
  page: Page,
  { email = newEmail(), query = '', ...school }: School & { email?: string; query?: string } = {},
): Promise<string> {
  await page.goto(`${schoolSignUp}${query}`)
  await typeSchool(page, school)
  await typeContact(page, email)
  await expect(passwordFields(page)[0]).toBeFocused()
  return email
}

export const statesRoute = '**/api/reference/countries/*/states'

/** Records every later request that creates a school. */
export function recordSchoolSignUps(page: Page): Request[] {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/schools\/signup/.test(request.url())) sent.push(request)
  })
  return sent
}
