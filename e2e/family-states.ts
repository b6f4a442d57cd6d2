/** Lists the sign-in states of the families that sign-in-states.ts omits, and states with a banner or a toast. */
import { expect, signIn, signOut, typeIdentifier, typePassword } from './browser.ts'
import { answerDoors } from './doors/door-states.ts'
import { emailField, typeName } from './sign-up/sign-up-steps.ts'
import { goto, hasField, hasHeading, press, type State, shows } from './state.ts'

export const familyStates: State[] = [
  { title: 'centre sign-in', reach: goto('/centre/login'), check: hasField('Email or phone number') },
  { title: 'internal sign-in', reach: goto('/internal/login'), check: hasField('Email or phone number') },
  {
    title: 'partner sign-in with errors',
    reach: async (page) => {
      await page.goto('/partner/login')
      await press(page, 'Sign in')
    },
    check: shows('Enter your password'),
  },
  {
    title: 'school verification sign-in with errors',
    reach: async (page) => {
      await page.goto('/?platform=svp')
      await press(page, 'Log In')
    },
    check: shows('Enter your password'),
  },
  {
    title: 'internal password step with an error',
    reach: async (page) => {
      await page.goto('/internal/login')
      // Uses an unknown email, so that wrong passwords lock no account.
      await typeIdentifier(page, `unknown-${Date.now()}@foyer.test`)
      await typePassword(page, '')
    },
    check: shows('Enter your password'),
  },
  {
    title: 'sign-up, email step',
    reach: async (page) => {
      await page.goto('/signup?platform=student')
      await typeName(page)
    },
    check: (page) => emailField(page).waitFor(),
  },
  {
    title: 'signed out',
    reach: async (page) => {
      await page.goto('/internal/login')
      await signIn(page, 'serviceadmin@foyer.test')
      await page.waitForURL(/account/)
      await signOut(page)
    },
    check: shows('signed out'),
  },
  {
    title: 'change name',
    reach: async (page) => {
      await page.goto('/account?platform=professor#name')
      await signIn(page, 'professor@foyer.test')
    },
    check: hasHeading('Your name'),
  },
  {
    title: 'account of a learner with the open menu of the account',
    reach: async (page) => {
      await answerDoors(page)
      await page.goto('/account?platform=student')
      await signIn(page, 'student@foyer.test')
      await page.getByRole('button', { name: /^Account of / }).click()
    },
    check: (page) => expect(page.locator('#account-menu')).toBeVisible(),
  },
]
