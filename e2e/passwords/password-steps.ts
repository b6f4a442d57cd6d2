/** Requests links that set a password, reads them from the inbox, and acts like a user. */
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect } from '../browser.ts'
import { createUser, newEmail } from '../test-users.ts'

/** The page of a service admin after a reset. The platform has no site, so the user stays at Foyer. */
export const signedIn = /\/account\?platform=serviceAdmin$/
export const chosenPassword = 'a staple of batteries'

export const newPassword = (page: Page): Locator => page.locator('#new-password')

type Message = { to: string; medium: string; subject: string; text: string }

/** Returns the messages sent to a contact, newest first. */
async function sentMessages(request: APIRequestContext, to: string): Promise<Message[]> {
  const answer = await request.get('/dev/inbox', { headers: { accept: 'application/json' } })
  const { data } = (await answer.json()) as { data: Message[] }
  return data.filter((message) => message.to === to)
}

/** Waits until `count` links have been sent, and returns the newest. */
export async function newestLink(request: APIRequestContext, to: string, count = 1): Promise<string> {
  const giveUpAt = Date.now() + 30_000
  for (;;) {
    const texts = (await sentMessages(request, to)).map(({ text }) => text)
    const links = texts.flatMap((text) => /http\S+-password\/\S+\/\S+/.exec(text)?.[0] ?? [])
    if (links.length >= count) return links[0] ?? ''
    if (Date.now() > giveUpAt) throw new Error(`${to} was sent ${links.length} links, not ${count}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const productOf: Record<string, string> = {
  school: 'school',
  olympiadPartner: 'partner',
  serviceAdmin: 'internal',
}

/** Requests a link without the page, as if from another device, and returns the link. */
export async function requestLink(
  request: APIRequestContext,
  email: string,
  { platform = 'serviceAdmin', count = 1 } = {},
): Promise<string> {
  const product = productOf[platform] ?? 'learning'
  const answer = await request.post('/api/auth/forgot-password', { data: { email, product, platform } })
  expect(answer.status()).toBe(204)
  return newestLink(request, email, count)
}

/** Invites a new user, or the user of `email` again. */
export async function invite(
  request: APIRequestContext,
  { isBeta = false, platform = 'professor', email = newEmail(), count = 1 } = {},
): Promise<{ email: string; link: string }> {
  const answer = await request.post('/dev/invitations', { data: { isBeta, platform, email } })
  expect(answer.status()).toBe(204)
  return { email, link: await newestLink(request, email, count) }
}

/** Types the new password twice and submits it. */
export async function choosePassword(page: Page, text = chosenPassword): Promise<void> {
  await newPassword(page).fill(text)
  await page.getByLabel('Confirm password', { exact: true }).fill(text)
  await page.getByRole('button', { name: /^(Change|Create) password$/ }).click()
}

export function createAdmin(request: APIRequestContext): Promise<string> {
  return createUser(request, { platform: 'serviceAdmin', hasPassword: true })
}

/** Returns the email as pages show it. */
export function maskedEmail(email: string): string {
  return `${email[0]}•••${email.slice(email.indexOf('@'))}`
}

/** Returns everything in the browser that could contain a token, except the state of the history entry. */
export function browserTraces(page: Page): Promise<string> {
  return page.evaluate(() => {
    const kept = [{ ...localStorage }, { ...sessionStorage }, document.cookie]
    return JSON.stringify([location.href, document.referrer, ...kept])
  })
}

export function tokenIn(link: string): string {
  return new URL(link).pathname.split('/').find((part) => part.startsWith('rs_')) ?? 'no token'
}
