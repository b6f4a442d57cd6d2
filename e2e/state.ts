/** Defines a state of a page, and the checks that states share. */
import type { Page } from '@playwright/test'
import { expect, heading } from './browser.ts'

export type State = {
  title: string
  /** Takes a new page to the state. */
  reach: (page: Page) => Promise<unknown>
  /** Waits until the page shows the state; fails if it never does. */
  check: (page: Page) => Promise<void>
  /** Console errors that the state itself causes; refused requests are allowed in every state. */
  errors?: RegExp[]
}

export const goto = (path: string) => (page: Page) => page.goto(path)

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

export const hasHeading = (text: string | RegExp) => (page: Page) => expect(heading(page)).toHaveText(text)

export const shows = (text: string) => (page: Page) => expect(page.getByText(text).first()).toBeVisible()

export const hasFieldError = (page: Page) => expect(page.locator('.field-error').first()).toBeVisible()

export const hasButton = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('button', { name })).toBeVisible()

export const hasLink = (name: string) => (page: Page) =>
  expect(page.getByRole('link', { name, exact: true })).toBeVisible()

export const hasField = (label: string) => (page: Page) =>
  expect(page.getByLabel(label, { exact: true })).toBeVisible()
