/** Finds the fields of the code step, and takes tests to it. */
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect, heading, typeIdentifier } from '../browser.ts'
import { newestCode } from '../test-users.ts'

export const codeField = (page: Page): Locator => page.getByLabel('Code', { exact: true })
export const identifierField = (page: Page): Locator => page.getByLabel('Email or phone number')

/** Goes to the code step, and returns the code that was sent. */
export async function reachOtpStep(page: Page, email: string, request: APIRequestContext): Promise<string> {
  await page.goto('/?platform=student')
  await typeIdentifier(page, email)
  await expect(heading(page)).toHaveText('Check your email')
  await expect(page.getByText('Resend in')).toBeVisible()
  return newestCode(request, email)
}
