/** Fills in the steps of school sign-up. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import type { TabOptions } from '../browser/tab.ts'
import { newEmail } from './sign-up-steps.ts'

export const schoolSignUp = '/school/signup?platform=school'
export const schoolPath = '/api/schools/signup'
export const joinPath = '/api/schools/signup/with-account'
export const countriesPath = '/api/reference/countries'
export const statesPath = /^\/api\/reference\/countries\/[^/]+\/states$/
/** The page of a school's first user after the sign-up. */
export const schoolHome = 'https://school.example/home'

/** Returns a unique name, so that no two tests create the same school. */
export const newSchoolName = () => `Hillview ${randomUUID().slice(0, 8)}`

type School = { name?: string; country?: string; state?: string | null }

/** Fills in a school, by default in a country with states. `state: null` is for a country without states. */
export async function typeSchool(page: Page, school: School = {}): Promise<void> {
  const { name = newSchoolName(), country = 'India', state = 'Kerala' } = school
  await page.type('School name', name)
  await page.choose('Type of school', 'Primary school')
  await page.choose('Country', country)
  if (state) await page.choose('State', state)
  else
    await page.waitFor(() =>
      assert.ok(!page.document.getElementById('address-level1'), 'It asks for a state'),
    )
  await page.press('Next')
}

export async function typeContact(page: Page, email: string): Promise<void> {
  await page.type('First name', 'Meera')
  await page.type('Last name', 'Nair')
  await page.type('Email', email)
  await page.press('Next')
}

/** Reads the page after the sign-up of a school, and continues to the platform. */
export async function continueToSchools(page: Page): Promise<void> {
  await page.heading(/ is being checked$/)
  await page.press('Continue to Schools')
}

type Start = TabOptions & School & { email?: string }

/** Fills in school and contact on a new page, and returns the page and the email. */
export async function reachSchoolPassword(given: Start = {}): Promise<{ page: Page; email: string }> {
  const { email = newEmail() } = given
  const page = await (await openBrowser()).open(schoolSignUp, given)
  await typeSchool(page, given)
  await typeContact(page, email)
  await page.focused('new-password')
  return { page, email }
}
