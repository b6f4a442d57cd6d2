/** Links that set a password, and the steps people take with them. */
import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect } from '../browser.ts'
import { newPerson } from '../people.ts'

/** What the sign-in page says after it. */
export const changed = 'Password changed. Sign in with your new password.'
export const chosenPassword = 'a staple of batteries'

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })
export const newPassword = (page: Page): Locator => page.locator('#new-password')
export const username = (page: Page): Locator => page.locator('input[autocomplete=username]')

export type Message = { to: string; medium: string; subject: string; text: string }

/** What was sent to somebody, the newest first. */
export async function messagesTo(request: APIRequestContext, to: string): Promise<Message[]> {
  const answer = await request.get('/dev/inbox', { headers: { accept: 'application/json' } })
  const { data } = (await answer.json()) as { data: Message[] }
  return data.filter((message) => message.to === to)
}

/** The newest link, once `count` have been sent. */
export async function linkTo(request: APIRequestContext, to: string, count = 1): Promise<string> {
  const giveUpAt = Date.now() + 8_000
  for (;;) {
    const texts = (await messagesTo(request, to)).map(({ text }) => text)
    const links = texts.flatMap((text) => /http\S+-password\/\S+\/\S+/.exec(text)?.[0] ?? [])
    if (links.length >= count) return links[0] ?? ''
    if (Date.now() > giveUpAt) throw new Error(`${to} was sent ${links.length} links, not ${count}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const productOf: Record<string, string> = { school: 'school', olympiadPartner: 'partner' }

/** Asks for a link without the page, as from another device. */
export async function askedLink(
  request: APIRequestContext,
  email: string,
  { platform = 'professor', count = 1 } = {},
): Promise<string> {
  const product = productOf[platform] ?? 'learning'
  const answer = await request.post('/api/auth/forgot-password', { data: { email, product, platform } })
  expect(answer.status()).toBe(204)
  return linkTo(request, email, count)
}

/** Invites somebody new, or again. */
export async function invited(
  request: APIRequestContext,
  { isBeta = false, platform = 'professor', email = `${randomUUID()}@foyer.test`, count = 1 } = {},
): Promise<{ email: string; link: string }> {
  const answer = await request.post('/dev/invitations', { data: { isBeta, platform, email } })
  expect(answer.status()).toBe(204)
  return { email, link: await linkTo(request, email, count) }
}

/** Types the new password twice and sends it. */
export async function choosePassword(page: Page, text = chosenPassword): Promise<void> {
  await newPassword(page).fill(text)
  await page.getByLabel('Confirm Password', { exact: true }).fill(text)
  await page.getByRole('button', { name: /^(Change|Create) password$/ }).click()
}

export function newProfessor(request: APIRequestContext): Promise<string> {
  return newPerson(request, { platform: 'professor', hasPassword: true })
}

/** As pages show an address. */
export function masked(email: string): string {
  return `${email[0]}•••${email.slice(email.indexOf('@'))}`
}

/** Everything of a page where a secret could stay, but the state of its history entry. */
export function tracesOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const kept = [{ ...localStorage }, { ...sessionStorage }, document.cookie]
    return JSON.stringify([location.href, document.referrer, ...kept])
  })
}

export function secretOf(link: string): string {
  return new URL(link).pathname.split('/').find((part) => part.startsWith('rs_')) ?? 'no secret'
}
