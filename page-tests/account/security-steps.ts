/** Takes tests to the section 'Security', and signs its user in elsewhere. */
import assert from 'node:assert/strict'
import type { Platform } from '@foyer/contract/platforms'
import { platformRow } from '@foyer/contract/platforms'
import { login, type Session } from '@foyer/contract/routes/sign-in'
import { within } from '@testing-library/dom'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { sharedService } from '../browser/shared-service.ts'
import { openAccount } from '../browser/sign-in.ts'
import { newEmail } from '../sign-up/sign-up-steps.ts'

export const sessionsPath = '/api/auth/sessions'
export const signInsPath = '/api/auth/sign-ins'

export const onWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
export const onAndroid =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

export type Owner = { uuid: string; email: string }

export async function makeOwner(platforms: Platform[] = ['professor']): Promise<Owner> {
  const email = newEmail()
  const { uuid } = await (await sharedService()).makeUser({ email, platforms })
  return { uuid, email }
}

/** Signs the user in in another browser. */
export async function signInElsewhere(
  { uuid }: Owner,
  { agent = onWindows, platform = 'professor' as Platform, password = rightPassword } = {},
): Promise<Session> {
  const body = { uuid, password, product: platformRow(platform).product, platform }
  const service = await sharedService()
  return (await service.call(login, { body }, { headers: { 'user-agent': agent } })).data
}

/** Opens the section in a new browser. `prepare` may answer requests of the page. */
export async function openSecurity(owner: Owner, prepare: (page: Page) => void = () => {}): Promise<Page> {
  const page = (await openBrowser()).newPage()
  prepare(page)
  await openAccount(page, owner.email, { section: 'account-security' })
  return page
}

/** Returns the card of the browser with this name. */
export const cardOf = (page: Page, name: string | RegExp): Promise<HTMLElement> =>
  page.waitFor(() => {
    const card = page.get.getByRole('heading', { level: 3, name }).closest('li')
    assert.ok(card)
    return card
  })

/** Returns the text of each card, in order. */
export const cardsOf = (page: Page) =>
  [...page.document.querySelectorAll('.browser')].map((card) => page.text(card))

export const entriesOf = (page: Page) =>
  [...page.document.querySelectorAll('.sign-ins > li')].map((entry) => page.text(entry))

export const partOf = (page: Page, title: string) => within(page.get.getByRole('region', { name: title }))
