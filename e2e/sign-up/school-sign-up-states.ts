import type { Page } from '@playwright/test'
import { expect } from '../browser.ts'
import { goto, hasHeading, press, type State, shows } from '../state.ts'
import {
  reachSchoolPassword,
  schoolName,
  schoolSignUp,
  state,
  statesRoute,
  typeSchool,
} from './school-sign-up-steps.ts'
import { next, typePasswords } from './sign-up-steps.ts'

async function reachAccount(page: Page): Promise<void> {
  await reachSchoolPassword(page, { name: 'Hillview School', email: 'school@foyer.test' })
  await typePasswords(page)
}

export const schoolSignUpStates: State[] = [
  {
    title: 'school sign-up',
    reach: goto(schoolSignUp),
    check: (page) => expect(state(page).getByRole('option').nth(1)).toBeAttached(),
  },
  {
    title: 'school sign-up with errors',
    reach: async (page) => {
      await page.goto(schoolSignUp)
      await schoolName(page).fill('x'.repeat(121))
      await next(page).click()
    },
    check: shows('Use at most 120 characters'),
  },
  {
    title: 'school sign-up, states being loaded',
    reach: async (page) => {
      await page.route(statesRoute, () => {})
      await page.goto(schoolSignUp)
    },
    check: (page) => expect(state(page).locator('option:checked')).toHaveText('Loading the states…'),
  },
  {
    title: 'school sign-up, states that do not load',
    reach: async (page) => {
      await page.route(statesRoute, (route) => route.abort())
      await page.goto(schoolSignUp)
    },
    check: shows('We couldn’t load the states.'),
    errors: [/net::ERR_FAILED/],
  },
  {
    title: 'school sign-up, contact step with errors',
    reach: async (page) => {
      await page.goto(schoolSignUp)
      await typeSchool(page, { name: 'Hillview School' })
      await next(page).click()
    },
    check: hasHeading('Who can we contact?'),
  },
  {
    title: 'school sign-up, password step with errors',
    reach: async (page) => {
      await reachSchoolPassword(page, { name: 'Hillview School' })
      await typePasswords(page, '')
    },
    check: shows('Type the same password again'),
  },
  {
    title: 'school sign-up, email of an account',
    reach: async (page) => {
      await reachAccount(page)
      await hasHeading('You already have an account')(page)
      await press(page, 'Sign in and add school')
    },
    check: shows('Enter your password'),
  },
  {
    title: 'school sign-up, school that is being checked',
    reach: async (page) => {
      await reachSchoolPassword(page)
      await typePasswords(page)
    },
    check: hasHeading(/ is being checked$/),
  },
  {
    title: 'school sign-up, busy',
    reach: async (page) => {
      await page.route('**/api/schools/signup**', () => {})
      await reachSchoolPassword(page, { name: 'Hillview School' })
      await typePasswords(page)
    },
    check: (page) => expect(page.locator('.button[aria-disabled=true]').first()).toBeVisible(),
  },
]
