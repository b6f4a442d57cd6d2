/** Takes tests to the code step. */
import { codeTo } from '../../api/src/features/otp/test-codes.ts'
import { type Browser, openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import type { TabOptions } from '../browser/tab.ts'

/** The page of a learner after the sign-in. */
export const home = 'https://student.example/home'
export const sendPath = '/api/auth/users/otp'
export const verifyPath = '/api/auth/users/otp/verify'
export const codeLabel = 'Code'
export const identifierLabel = 'Email or phone number'

export async function typeIdentifier(page: Page, identifier: string): Promise<void> {
  await page.type(identifierLabel, identifier)
  await page.press('Next')
}

/** Finds the resend button. Its name does not contain the wait; `aria-disabled` marks the wait. */
export const resend = (page: Page): HTMLElement => page.get.getByRole('button', { name: 'Resend OTP' })

/** Returns the browser's record of a sent code, which other tabs read. */
export function keptOtp(page: Page): string | null {
  return page.window.localStorage.getItem('foyer.otp.student')
}

/** Sets the whole value at once, like autofill. */
export async function fillIn(page: Page, text: string): Promise<void> {
  const field = await page.field(codeLabel)
  field.value = text
  field.dispatchEvent(new page.window.Event('input', { bubbles: true }))
}

type Start = TabOptions & { browser?: Browser; hasPassword?: boolean }

/** Takes a new user to the code step, and returns the sent code. */
export async function reachOtpStep(given: Start = {}): Promise<{ page: Page; email: string; code: string }> {
  const { browser = await openBrowser() } = given
  const { email } = await browser.service.makeUser({ password: null })
  const page = await browser.open('/?platform=student', given)
  await typeIdentifier(page, email)
  await page.heading('Check your email')
  await page.sees('Resend in')
  return { page, email, code: await codeTo(browser.service, email) }
}

/** Returns the codes sent to an address, newest first. */
export async function codesTo({ service }: Browser, to: string): Promise<string[]> {
  const messages = await service.services.outbox.recent(service.services.db, 50)
  return messages
    .filter((message) => message.to === to && message.template === 'otp-code')
    .map(({ text }) => text)
}
