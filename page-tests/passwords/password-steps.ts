/** Creates users, requests password links as if from another device, and performs a user's steps. */
import { randomUUID } from 'node:crypto'
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { invite as inviteUser } from '../../api/src/features/accounts/invitations.ts'
import {
  linkTo,
  messagesTo,
  requestLink as request,
} from '../../api/src/features/password-links/test-links.ts'
import { originOf } from '../../api/src/testing/test-app.ts'
import { type Browser, openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { sharedService } from '../browser/shared-service.ts'
import type { TabOptions } from '../browser/tab.ts'

export const chosenPassword = 'a staple of batteries'
/** Matches the requests that check and use a link. */
export const linkPath = /^\/api\/auth\/reset-password\//
export const signInPath = '/api/auth/sso/login'

export const homeOf = (platform: Platform) => `${originOf(platform)}/home`
export const newEmail = () => `${randomUUID()}@example.com`

/** Returns the email as pages mask it. */
export const masked = (email: string) => `${email[0]}•••${email.slice(email.indexOf('@'))}`

/** Creates a user named Asha Rao, and returns the email. */
export async function makeUser(platform: Platform = 'student', password?: null): Promise<string> {
  const service = await sharedService()
  const more = password === undefined ? {} : { password }
  const { email } = await service.makeUser({ email: newEmail(), platforms: [platform], ...more })
  return email
}

/** Returns the messages to a contact, newest first. */
export const mailsTo = async (to: string) => messagesTo(await sharedService(), to)

/** Returns the path of the newest link to this contact. */
export async function newestLink(to: string): Promise<string> {
  const { pathname, search } = await linkTo(await sharedService(), to)
  return pathname + search
}

/** Requests a link without a page and returns its path. */
export async function requestLink(email: string, platform: Platform = 'student'): Promise<string> {
  await request(await sharedService(), { email, product: platformRow(platform).product, platform })
  return newestLink(email)
}

type Invited = { platform: Platform; isBeta?: boolean; email?: string }

/** Invites a new user named Asha Rao, or invites the user of `email` again. */
export async function invite({ isBeta = false, email = newEmail(), ...more }: Invited) {
  const service = await sharedService()
  await inviteUser(service.services, { firstName: 'Asha', lastName: 'Rao', isBeta, email, ...more })
  return { email, link: await newestLink(email) }
}

/** Types the new password twice and submits it. */
export async function choosePassword(page: Page, text = chosenPassword): Promise<void> {
  await page.type(/^(New )?Password$/i, text)
  await page.type('Confirm password', text)
  await page.press(/^(Change|Create) password$/)
}

type Start = TabOptions & { browser?: Browser; platform?: Platform }

/** Creates a user and opens a new link of that user. */
export async function openLink({ browser, platform = 'student', ...options }: Start = {}) {
  const email = await makeUser(platform)
  const link = await requestLink(email, platform)
  const page = await (browser ?? (await openBrowser())).open(link, options)
  await page.focused('new-password')
  return { page, email, link }
}

/** Returns all places in the browser where a token could stay, as text. */
export function tracesOf(page: Page): string {
  const { location, localStorage, sessionStorage, history } = page.window
  const kept = [{ ...localStorage }, { ...sessionStorage }, page.document.cookie]
  return JSON.stringify([location.href, ...kept, history.state])
}
