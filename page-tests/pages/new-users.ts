/** Creates users, and opens pages as a new user. */
import type { Platform } from '@foyer/contract/platforms'
import type { Page } from '../browser/page.ts'
import { sharedService } from '../browser/shared-service.ts'
import { signIn } from '../browser/sign-in.ts'

/** Creates a user named Asha Rao, and returns the email. */
export async function makeUser(platform: Platform): Promise<string> {
  const { email } = await (await sharedService()).makeUser({ platforms: [platform] })
  return email
}

/** Signs a new user in and opens the account page, optionally at an anchor. Returns the email. */
export async function openOwnAccount(page: Page, platform: Platform, anchor = ''): Promise<string> {
  const email = await makeUser(platform)
  await page.goto(`/account?platform=${platform}${anchor}`)
  await signIn(page, email)
  await page.shows(`/account?platform=${platform}`)
  return email
}
