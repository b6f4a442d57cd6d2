/** Leads to the step that asks for a code. */
import { codeTo } from '../../api/src/features/otp/test-codes.ts'
import { type Browser, openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import type { TabOptions } from '../browser/tab.ts'

/** Where a signed-in learner arrives. */
export const home = 'https://student.example/home'
export const sendPath = '/api/auth/users/otp'
export const verifyPath = '/api/auth/users/otp/verify'
export const codeLabel = 'Code'
export const identifierLabel = 'Email or phone number'

export async function typeIdentifier(page: Page, identifier: string): Promise<void> {
  await page.type(identifierLabel, identifier)
  await page.press('Next')
}

/** The id of the button says nothing of its wait, which `aria-disabled` does. */
export const resend = (page: Page): HTMLElement => page.get.getByRole('button', { name: 'Resend OTP' })

/** The browser's record of a sent code, which another tab reads. */
export function keptOtp(page: Page): string | null {
  return page.window.localStorage.getItem('foyer.otp.student')
}

/** Sets the value at once, as autofill does. */
export async function fillIn(page: Page, text: string): Promise<void> {
  const field = await page.field(codeLabel)
  field.value = text
  field.dispatchEvent(new page.window.Event('input', { bubbles: true }))
}

type Start = TabOptions & { browser?: Browser; hasPassword?: boolean }

/** Leads a user of its own to the code step, and returns the code that was sent. */
export async function reachOtpStep(given: Start = {}): Promise<{ page: Page; email: string; code: string }> {
  const { browser = await openBrowser() } = given
  const { email } = await browser.service.makeUser({ password: null })
  const page = await browser.open('/?platform=student', given)
  await typeIdentifier(page, email)
  await page.heading('Check your email')
  await page.sees('Resend in')
  return { page, email, code: await codeTo(browser.service, email) }
}

/** The codes sent to an address, the newest first. */
export async function codesTo({ service }: Browser, to: string): Promise<string[]> {
  const messages = await service.services.outbox.recent(service.services.db, 50)
  return messages
    .filter((message) => message.to === to && message.template === 'otp-code')
    .map(({ text }) => text)
}
