/** Opens the help page, sends a request and reads its reference. */
import assert from 'node:assert/strict'
import type { Page } from '../browser/page.ts'

export const categoriesPath = '/api/help/categories'
export const requestsPath = '/api/help/requests'
export const codes = 'My code or link doesn’t arrive'

/** Opens the page and waits for its topics. */
export async function openHelp(page: Page, query = 'platform=student'): Promise<void> {
  await page.goto(`/help?${query}`)
  await hasTopics(page)
}

export function hasTopics(page: Page): Promise<unknown> {
  return page.waitFor(() => assert.equal(page.get.getAllByRole('radio').length, 8))
}

export async function choose(page: Page, name: string): Promise<void> {
  await page.user.click(await page.find('radio', name))
}

export async function typeQuestion(page: Page): Promise<void> {
  await page.type('Subject', 'No code since this morning')
  await page.type('Message', 'I asked for a code three times.\nNone has arrived.')
}

/** Waits until the page shows the reference of the sent request, and returns it. */
export async function reference(page: Page): Promise<string> {
  await page.heading('We got your message')
  const [found] = /H-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(page.text()) ?? []
  assert.ok(found, `There is no reference: ${page.text()}`)
  return found
}
