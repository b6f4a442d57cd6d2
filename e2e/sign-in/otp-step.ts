/** The step of the code, as journeys use it. */
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect, typeIdentifier } from '../browser.ts'
import { codeTo } from '../people.ts'

export const codeField = (page: Page): Locator => page.getByLabel('Verification code')
export const identifierField = (page: Page): Locator => page.getByLabel('Email or phone number')
export const title = (page: Page): Locator => page.getByRole('heading', { level: 1 })
export const resend = (page: Page): Locator => page.getByRole('button', { name: 'Resend OTP' })

/** What is kept of a code for a tab that follows. */
export function keptOtp(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('foyer.otp.student'))
}

/** To the step, and the code that was sent. */
export async function reachOtp(page: Page, email: string, request: APIRequestContext): Promise<string> {
  await page.goto('/?platform=student')
  await typeIdentifier(page, email)
  await expect(title(page)).toHaveText('Check your email')
  await expect(page.getByText('Resend in')).toBeVisible()
  return codeTo(request, email)
}
