/** Opens the profile of a user, and does what its tests share. */
import { type Browser, openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { openAccount } from '../browser/sign-in.ts'

export type ProfilePage = { browser: Browser; page: Page; email: string }

/** Signs a new learner in, and opens the overview of the profile, or a part of it. */
export async function openProfile(place = ''): Promise<ProfilePage> {
  const browser = await openBrowser()
  const { email } = await browser.service.makeUser({ platforms: ['student'] })
  const page = browser.newPage()
  await openAccount(page, email, { platform: 'student', section: 'account-profile' })
  await page.sees('Your profile: ')
  if (place) await page.goto(`/account/profile/${place}?platform=student`)
  return { browser, page, email }
}

/** Returns the headings of the entries in their order. */
export function entryNames(page: Page): string[] {
  return [...page.document.querySelectorAll('.entry > .entry-text > [id^="entry-"]')].map((heading) =>
    page.text(heading),
  )
}
