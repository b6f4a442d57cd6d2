/** Fills in the three steps of sign-up. */
import { randomUUID } from 'node:crypto'
import { type Browser, openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import type { TabOptions } from '../browser/tab.ts'

export const newPassword = 'quiet river stones'
export const signUpPath = '/api/auth/signup'
/** The page of a new learner after the sign-up. */
export const home = 'https://student.example/home'

export const newEmail = () => `${randomUUID()}@example.com`

export async function typeName(page: Page, first = 'Meera', last = 'Nair'): Promise<void> {
  await page.type('First Name', first)
  await page.type('Last Name', last)
  await page.press('Next')
}

export async function typeEmail(page: Page, email: string): Promise<void> {
  await page.type('Email', email)
  await page.press('Next')
}

export async function typePasswords(page: Page, text = newPassword): Promise<void> {
  for (const label of ['Password', 'Confirm Password']) await page.type(label, text)
  await page.press('Create Account')
}

type Start = TabOptions & { browser?: Browser; page?: Page; email?: string; query?: string }

/** Fills in name and email on the given page, or on a new page, and returns the page and the email. */
export async function reachPasswordStep(given: Start = {}): Promise<{ page: Page; email: string }> {
  const { browser, page = (browser ?? (await openBrowser())).newPage(given), email = newEmail() } = given
  await page.goto(`/signup?platform=student${given.query ?? ''}`)
  await typeName(page)
  await typeEmail(page, email)
  await page.focused('new-password')
  return { page, email }
}
