/** Finds the provider buttons, and takes tests to the stand-ins and back. */
import { randomInt, randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { allowClosed } from '../browser.ts'
import { siteUrl } from '../test-installation.ts'

export const signInPage = '/?platform=student'
export const learnerHome = `${siteUrl('learning')}/`

type Provider = 'Google' | 'Facebook' | 'Apple'

/** A person at a provider. At a stand-in, the email identifies the person. */
export type Somebody = {
  firstName?: string
  lastName?: string
  /** Empty if the provider supplies no email. */
  email: string
  /** For Apple: true if Apple sends no name. */
  isNameSent?: boolean
}

/** Returns a new Gmail address, for which Google is the authority. */
export const newGmail = (): string => `asha.${randomUUID().slice(0, 8)}${randomInt(1_000)}@gmail.com`

export const providerButton = (page: Page, provider: Provider): Locator =>
  page.getByRole('button', { name: `Continue with ${provider}` })

export const offer = (page: Page): Locator => page.getByRole('dialog', { name: 'Sign Up?' })
export const create = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Create my account' }).click()
/** Finds the notice at the top of the form. */
export const notice = (page: Page): Locator => page.getByRole('main').getByRole('alert')

/** Clicks the provider's button, and returns the provider's page in the popup. */
export async function openProvider(page: Page, provider: Provider = 'Google'): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await providerButton(page, provider).click()
  const popup = await opened
  await popup.getByLabel('First name').waitFor()
  return popup
}

/** Clicks the provider's button, and signs in as this person in the popup. */
export async function continueWith(page: Page, provider: Provider, somebody: Somebody): Promise<void> {
  const opened = page.waitForEvent('popup')
  await providerButton(page, provider).click()
  await choose(await opened, somebody)
}

/** Types the person's data into the page of the stand-in. */
export async function choose(popup: Page, somebody: Somebody): Promise<void> {
  const { firstName = 'Asha', lastName = 'Rao', email, isNameSent } = somebody
  await popup.getByLabel('First name').fill(firstName)
  await popup.getByLabel('Last name').fill(lastName)
  await popup.getByLabel('Email', { exact: true }).fill(email)
  if (isNameSent) await popup.getByLabel('Apple has sent my name before').check()
  await popup.getByRole('button', { name: 'Continue', exact: true }).click().catch(allowClosed)
}
