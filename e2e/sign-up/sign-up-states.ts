import type { Page } from '@playwright/test'
import { goto, hasButton, hasField, press, type State, shows } from '../state.ts'
import { createUser } from '../test-users.ts'
import { emailField, reachPasswordStep, typeName, typePasswords } from './sign-up-steps.ts'

export const signUpStates: State[] = [
  { title: 'sign-up, name step', reach: goto('/signup?platform=student'), check: hasField('First Name') },
  {
    title: 'sign-up, name step with errors',
    reach: async (page) => {
      await page.goto('/signup?platform=student')
      await typeName(page, 'a'.repeat(65), 'b'.repeat(65))
    },
    check: shows('Length cannot be greater than 64'),
  },
  {
    title: 'sign-up, email step with a typing error',
    reach: async (page) => {
      await page.goto('/signup?platform=student')
      await typeName(page, 'Chandrasekharan-Venkataraman')
      await emailField(page).fill('a-rather-long-name@gmial.com')
    },
    check: hasButton(/Did you mean/),
  },
  {
    title: 'sign-up, email step with the email of an account',
    reach: async (page) => {
      await reachPasswordStep(page, 'student@foyer.test')
      await typePasswords(page)
    },
    check: hasButton('Would you like to sign in instead?'),
  },
  {
    title: 'sign-up, account of another platform',
    reach: (page) => reachAccount(page),
    check: hasButton('Email me a code instead'),
  },
  {
    title: 'sign-up, account of another platform with an error',
    reach: async (page) => {
      await reachAccount(page)
      await page.getByLabel('Password', { exact: true }).fill('wrong')
      await press(page, 'Sign in and add Learning')
    },
    check: shows('That password isn’t right'),
  },
  {
    title: 'sign-up, password step',
    reach: (page) => reachPasswordStep(page),
    check: hasField('Confirm Password'),
  },
  {
    title: 'sign-up, password step with errors',
    reach: async (page) => {
      await reachPasswordStep(page)
      await typePasswords(page, '')
    },
    check: shows('Type the same password again'),
  },
]

async function reachAccount(page: Page): Promise<void> {
  const email = await createUser(page.request, { platform: 'iqa', hasPassword: true })
  await reachPasswordStep(page, email)
  await typePasswords(page)
  await hasButton('Sign in and add Learning')(page)
}
