/**
 * Lists the states of social sign-in: the questions before the service signs the user in, and the proof of an account.
 */
import type { Page } from '@playwright/test'
import { expect } from '../browser.ts'
import { hold, isBusy } from '../busy-states.ts'
import { goto, hasHeading, press, type State, shows } from '../state.ts'
import { createUser, newestCode, wrongCode } from '../test-users.ts'
import { continueWith, newGmail, providerButton, type Somebody, signInPage } from './social-steps.ts'

type Provider = 'Google' | 'Facebook' | 'Apple'

const nobody = (): Somebody => ({ email: `asha.${crypto.randomUUID()}@web.example` })

async function come(page: Page, provider: Provider, somebody: Somebody = nobody()): Promise<void> {
  await page.goto(signInPage)
  await continueWith(page, provider, somebody)
}

/** Goes to the proof of an existing account, with or without a password. */
async function reachProof(page: Page, provider: Provider, hasPassword = true): Promise<string> {
  const email = await createUser(page.request, { hasPassword })
  await come(page, provider, { email })
  await hasHeading('You already have an account')(page)
  return email
}

async function reachCode(page: Page): Promise<string> {
  const email = await reachProof(page, 'Facebook')
  await press(page, 'Email me a code instead')
  await hasHeading('Check your email')(page)
  return newestCode(page.request, email)
}

const hasDialog = (name: string) => (page: Page) => expect(page.getByRole('dialog', { name })).toBeVisible()

const socialAccounts = '**/api/auth/social-auth/accounts?**'
const links = '**/api/auth/social-auth/accounts/link?**'

export const socialStates: State[] = [
  {
    title: 'social sign-in, while the user is at the provider',
    reach: async (page) => {
      await page.goto(signInPage)
      const opened = page.waitForEvent('popup')
      await providerButton(page, 'Google').click()
      await opened
    },
    check: shows('Finish in the Google window'),
  },
  {
    title: 'social sign-in, signing in',
    reach: async (page) => {
      await hold(page, socialAccounts)
      await come(page, 'Google')
    },
    check: shows('Signing in with Google…'),
  },
  {
    title: 'social sign-in that the user denies',
    reach: async (page) => {
      await page.goto(signInPage)
      const opened = page.waitForEvent('popup')
      await providerButton(page, 'Google').click()
      await (await opened).getByRole('button', { name: 'Deny' }).click()
    },
    check: shows('Error signing in.'),
  },
  {
    title: 'social sign-in of a person without an account',
    reach: (page) => come(page, 'Google'),
    check: hasDialog('Sign Up?'),
  },
  {
    title: 'social sign-in of a person whose account has no access',
    reach: async (page) => {
      const email = await createUser(page.request, { platform: 'professor', email: newGmail() })
      await come(page, 'Google', { email })
    },
    check: hasDialog('Add Learning?'),
  },
  {
    title: 'social sign-up that the network loses',
    reach: async (page) => {
      await come(page, 'Google')
      await hasDialog('Sign Up?')(page)
      await page.route(socialAccounts, (route) => route.abort())
      await press(page, 'Create my account')
    },
    check: shows('The service didn’t answer. Please try again.'),
    errors: [/net::ERR_FAILED/],
  },
  {
    title: 'social sign-up, busy',
    reach: async (page) => {
      await come(page, 'Google')
      await hasDialog('Sign Up?')(page)
      await hold(page, socialAccounts)
      await press(page, 'Create my account')
    },
    check: isBusy,
  },
  {
    title: 'social sign-up without a name, with an error',
    reach: async (page) => {
      await come(page, 'Apple', { ...nobody(), isNameSent: true })
      await press(page, 'Create my account')
      await hasDialog('Please enter your full name')(page)
      await press(page, 'Create my account')
    },
    check: shows('Full Name is required'),
  },
  {
    title: 'social sign-up without an email, with an error',
    reach: async (page) => {
      await come(page, 'Facebook', { firstName: crypto.randomUUID(), email: '' })
      await press(page, 'Create my account')
      await hasDialog('Please enter your email')(page)
      await page.getByRole('dialog').getByLabel('Email').fill('asha')
      await press(page, 'Create my account')
    },
    check: shows('Enter an email'),
  },
  {
    title: 'social sign-in, proof by password with an error',
    reach: async (page) => {
      await reachProof(page, 'Google')
      await page.getByLabel('Password', { exact: true }).fill('not this one')
      await press(page, 'Sign in and add Google')
    },
    check: shows('That password isn’t right'),
  },
  {
    title: 'social sign-in, proof by password, busy',
    reach: async (page) => {
      await hold(page, links)
      await reachProof(page, 'Google')
      await page.getByLabel('Password', { exact: true }).fill('any')
      await press(page, 'Sign in and add Google')
    },
    check: isBusy,
  },
  {
    title: 'social sign-in, proof of an account without a password',
    reach: (page) => reachProof(page, 'Facebook', false),
    check: hasHeading('You already have an account'),
  },
  {
    title: 'social sign-in, proof by code with an error',
    reach: async (page) => {
      const code = await reachCode(page)
      await page.getByLabel('Code', { exact: true }).pressSequentially(wrongCode(code))
    },
    check: shows('That code isn’t right'),
  },
  {
    title: 'social sign-in, proof that comes too late',
    reach: async (page) => {
      await reachProof(page, 'Google')
      await page.context().clearCookies()
      await page.getByLabel('Password', { exact: true }).fill('any')
      await press(page, 'Sign in and add Google')
    },
    check: hasHeading('Continue with Google again'),
  },
  {
    title: 'social return, opened by hand',
    reach: goto('/social-return?platform=student'),
    check: (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
  },
  {
    title: 'social return of a person who used Google last',
    reach: async (page) => {
      await come(page, 'Google')
      await press(page, 'Create my account')
      await page.waitForURL((url) => !url.searchParams.has('platform'))
      await page.evaluate(() => 0)
      await page.goto('/logout?platform=student')
      // The page continues without a click.
      await page.waitForURL((url) => url.pathname === '/')
    },
    check: shows('You used Google last time on this device'),
  },
]
