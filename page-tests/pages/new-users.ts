/** Makes users, and opens pages as one. */
import type { Platform } from '@foyer/contract/platforms'
import type { Page } from '../browser/page.ts'
import { sharedService } from '../browser/shared-service.ts'
import { signIn } from '../browser/sign-in.ts'

/** Makes a user named Asha Rao, and returns the email. */
export async function makeUser(platform: Platform): Promise<string> {
  const { email } = await (await sharedService()).makeUser({ platforms: [platform] })
  return email
}

/** Opens the account of a new user, at an anchor if one is given, and returns the email. */
export async function openOwnAccount(page: Page, platform: Platform, anchor = ''): Promise<string> {
  const email = await makeUser(platform)
  await page.goto(`/account?platform=${platform}${anchor}`)
  await signIn(page, email)
  await page.shows(`/account?platform=${platform}`)
  return email
}
