/** Fills in the steps of the sign-up of a school. */
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
/** Where the first user of a school arrives. */
export const schoolHome = 'https://school.example/home'

/** Two tests never create a school of one name. */
export const newSchoolName = () => `Hillview ${randomUUID().slice(0, 8)}`

type School = { name?: string; country?: string; state?: string | null }

/** Chooses a country with states by default; `state: null` for one without. */
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

/** Reads what follows the sign-up of a school, and goes on. */
export async function continueToSchools(page: Page): Promise<void> {
  await page.heading(/ is being checked$/)
  await page.press('Continue to Schools')
}

type Start = TabOptions & School & { email?: string }

/** Fills in school and contact on a page of its own, and returns it with the email. */
export async function reachSchoolPassword(given: Start = {}): Promise<{ page: Page; email: string }> {
  const { email = newEmail() } = given
  const page = await (await openBrowser()).open(schoolSignUp, given)
  await typeSchool(page, given)
  await typeContact(page, email)
  await page.focused('new-password')
  return { page, email }
}
