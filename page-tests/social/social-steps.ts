/** Takes tests to the stand-ins of the providers and back, like a browser. */
import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { after } from 'node:test'
import { startStandIns } from '@foyer/stand-ins/start-stand-ins'
import { turnSocialOn } from '../../api/src/features/toggles/turn-social-on.ts'
import { readConfig } from '../../api/src/kernel/config/config.ts'
import type { TestApp } from '../../api/src/testing/test-app.ts'
import { type Browser, browserOf, openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { openService } from '../browser/shared-service.ts'
import type { TabOptions } from '../browser/tab.ts'

export const signInPage = '/?platform=student'
export const signUpPage = '/signup?platform=student'
/** The page of a learner after the sign-in. */
export const home = 'https://student.example/home'
export const accountsPath = '/api/auth/social-auth/accounts'

export type Provider = 'Google' | 'Facebook' | 'Apple'
type StandIns = Awaited<ReturnType<typeof startStandIns>>
export type Somebody = NonNullable<Parameters<StandIns['addPerson']>[1]>

type Social = { service: TestApp; standIns: StandIns }
let opened: Promise<Social> | undefined

/** Opens the service and the stand-ins once for all tests of a file. */
export function socialService(): Promise<Social> {
  opened ??= open()
  return opened
}

async function open(): Promise<Social> {
  const standIns = await startStandIns()
  const service = await openService({ social: readConfig(standIns.settings).social })
  await turnSocialOn(service.services)
  return { service, standIns }
}

/** Closes the service and the stand-ins after the file's tests. Each file calls this function first. */
export function closeSocialAfterwards(): void {
  after(async () => {
    const social = await opened
    opened = undefined
    await social?.service.close()
    await social?.standIns.close()
  })
}

/** Returns a Gmail address, for which Google is the authority. */
export const newGmail = (): string => `asha.${randomUUID().slice(0, 8)}${randomInt(1_000)}@gmail.com`
export const newAddress = (): string => `asha.${randomUUID()}@web.example`

/** Returns a person without an account. */
export const newcomers: Record<Provider, () => Somebody> = {
  Google: () => ({ email: newGmail() }),
  Facebook: () => ({ email: newAddress() }),
  Apple: () => ({ email: `${randomUUID()}@privaterelay.appleid.com` }),
}

/** Opens a page in a new browser, whose cache lists all providers. */
export async function openSocial(path = signInPage, options: TabOptions = {}): Promise<Page> {
  return (await socialBrowser()).open(path, options)
}

export async function socialBrowser(): Promise<Browser> {
  return openBrowser((await socialService()).service)
}

/** Clicks the provider's button, and returns the popup with the provider's page. */
export async function openProvider(
  page: Page,
  provider: Provider,
  options: TabOptions = {},
  button = `Continue with ${provider}`,
): Promise<Page> {
  const before = page.opened.length
  await page.press(button)
  const { url } = await page.waitFor(() => {
    const last = page.opened[before]
    assert.ok(last, `No popup of ${provider} is open`)
    return last
  })
  const popup = browserOf(page).newPage(options)
  await popup.goto(url.pathname + url.search)
  return popup
}

/** Clicks the provider's button, and signs in as this person in the popup. */
export async function continueWith(
  page: Page,
  provider: Provider,
  somebody: Somebody,
  button?: string,
): Promise<void> {
  const popup = await openProvider(page, provider, {}, button)
  await choose(popup, provider, somebody)
  await popup.waitFor(() => assert.ok(popup.isClosed))
}

/** Signs in as this person on the provider's page in this window, and returns to the service. */
export async function choose(page: Page, provider: Provider, somebody: Somebody): Promise<void> {
  const { standIns } = await socialService()
  const person = standIns.addPerson(provider.toLowerCase() as Lowercase<Provider>, {
    firstName: 'Asha',
    lastName: 'Rao',
    ...somebody,
  })
  await comeBack(page, await standIns.choose(leftFor(page), person))
}

/** Refuses on the provider's page. */
export async function deny(page: Page): Promise<void> {
  const { standIns } = await socialService()
  await comeBack(page, await standIns.deny(leftFor(page)))
}

function leftFor(page: Page): string {
  assert.ok(page.left, 'The page of the provider is not open')
  const { href } = page.left
  page.left = null
  return href
}

/** Sends the request that returns the browser from the provider to the service. */
async function comeBack(
  page: Page,
  { method, url, form }: Awaited<ReturnType<StandIns['deny']>>,
): Promise<void> {
  const { service, standIns } = await socialService()
  const { pathname, search } = new URL(url)
  if (method === 'GET') return page.goto(pathname + search)
  // A form post from another site sends no cookies, so the service redirects to an address that receives the cookies.
  const posted = await service.app.inject({
    method,
    url: pathname + search,
    headers: { origin: standIns.url, 'content-type': 'application/x-www-form-urlencoded' },
    payload: form.toString(),
  })
  await page.goto(String(posted.headers.location))
}

/** Creates an account with a provider's answer on the sign-in page. */
export async function signUpWith(page: Page, provider: Provider, somebody: Somebody): Promise<void> {
  await continueWith(page, provider, somebody)
  await page.press('Create my account')
  await page.leaves(home)
}
