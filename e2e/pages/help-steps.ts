/** Finds and fills in the fields of a help request, and reads the mails of a request. */
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect } from '../browser.ts'

export const categoriesRoute = '**/api/help/categories'
export const categoriesAbout = 'It can take a few minutes. Look in your spam folder'

export const emailField = (page: Page): Locator => page.getByLabel('Email', { exact: true })
const subjectField = (page: Page): Locator => page.getByLabel('Subject')
export const messageField = (page: Page): Locator => page.getByLabel('Message')
export const category = (page: Page, name: string): Locator => page.getByRole('radio', { name })
export const sendButton = (page: Page): Locator => page.getByRole('button', { name: 'Send', exact: true })

/** Opens the page and waits for its categories. */
export async function openHelp(page: Page, query = 'platform=student'): Promise<void> {
  await page.goto(`/help?${query}`)
  await expect(page.getByRole('radio')).toHaveCount(8)
}

export async function typeQuestion(page: Page): Promise<void> {
  await category(page, 'My code or link doesn’t arrive').check()
  await subjectField(page).fill('No code since this morning')
  await messageField(page).fill('I asked for a code three times.\nNone has arrived.')
}

export async function reference(page: Page): Promise<string> {
  const text = await page.getByText(/^Your reference is H-/).innerText()
  return /H-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(text)?.[0] ?? ''
}

type Mail = { to: string; template: string; subject: string; text: string }

/** Returns the mails of one request, the user's mail first. */
export async function mailsAbout(request: APIRequestContext, reference: string): Promise<Mail[]> {
  const answer = await request.get('/dev/inbox', { headers: { accept: 'application/json' } })
  const { data } = (await answer.json()) as { data: Mail[] }
  return data
    .filter(({ text }) => text.includes(reference))
    .sort((one, other) => one.template.localeCompare(other.template))
}
