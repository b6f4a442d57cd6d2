/** Takes tests to 'Where to?', and reads the doors there. */
import assert from 'node:assert/strict'
import type { Platform } from '@foyer/contract/platforms'
import { logout } from '@foyer/contract/routes/sessions'
import { type Browser, openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { signIn } from '../browser/sign-in.ts'
import { newEmail } from '../sign-up/sign-up-steps.ts'

export const listPath = '/api/auth/doors'

type NewUser = { platforms: Platform[]; firstName?: string; browser?: Browser }

/** Opens 'Where to?' as a new user, who signs in at the first platform of the list. */
export async function openDoors({ platforms, firstName = 'Maya', browser: given }: NewUser) {
  const browser = given ?? (await openBrowser())
  const page = browser.newPage()
  const email = newEmail()
  const { uuid } = await browser.service.makeUser({ email, platforms, firstName, lastName: 'Verma' })
  await openDoorsAs(page, email, platforms[0])
  return { browser, page, email, uuid }
}

export async function openDoorsAs(page: Page, email: string, platform: Platform = 'student'): Promise<void> {
  await page.goto(`/doors?platform=${platform}`)
  await page.shows(`/?platform=${platform}&return=doors`)
  if (page.document.documentElement.dataset.known) await page.press('Use another account')
  await signIn(page, email)
  await page.shows(new RegExp(`^/doors\\?platform=${platform}$`))
  await page.heading(/^Where to/)
}

/** Returns the text of each door of the user's platforms, in order. */
export const doorsOf = (page: Page) =>
  page.get.queryAllByRole('listitem').flatMap((item) => {
    const door = item.querySelector('.platform-door:not([data-adds])')
    return door ? [page.text(door)] : []
  })

export const showsDoors = (page: Page, doors: string[]) =>
  page.waitFor(() => assert.deepEqual(doorsOf(page), doors))

/** Returns to the page after a platform was opened, as Back does where the page was not kept. */
export async function comeBack(page: Page, platform: Platform): Promise<void> {
  page.left = null
  await page.goto(`/doors?platform=${platform}`)
  await page.heading(/^Where to/)
}

/** Ends the session at the service only, as a sign-out elsewhere does. */
export async function endSession({ service }: Browser, page: Page, platform: Platform): Promise<void> {
  const { accessToken } = JSON.parse(page.window.localStorage.getItem(`foyer.auth.${platform}`) ?? '{}')
  await service.call(logout, {}, { token: accessToken })
}
