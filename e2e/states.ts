/** Lists every state of every page: the page tests check each, and `npm run gallery` takes its picture. */
import type { Page } from '@playwright/test'
import { emailStates } from './account/email-states.ts'
import { endedSessionStates } from './account/ended-session-states.ts'
import { logoutEverywhereStates } from './account/logout-everywhere-states.ts'
import { notificationStates } from './account/notification-states.ts'
import { ownPictureStates } from './account/own-picture-states.ts'
import { phoneStates } from './account/phone-states.ts'
import { privacyStates } from './account/privacy-states.ts'
import { profileStates } from './account/profile-states.ts'
import { publicProfileStates } from './account/public-profile-states.ts'
import { schoolStates } from './account/school-states.ts'
import { secondFactorStates } from './account/second-factor-states.ts'
import { securityStates } from './account/security-states.ts'
import { skillPortfolioStates } from './account/skill-portfolio-states.ts'
import { stepUpStates } from './account/step-up-states.ts'
import { verificationStates } from './account/verification-states.ts'
import { signIn } from './browser.ts'
import { busyStates } from './busy-states.ts'
import { answerDoors, doorStates } from './doors/door-states.ts'
import { embeddingStates } from './embedding/embedding-states.ts'
import { externalStates } from './external-states.ts'
import { familyStates } from './family-states.ts'
import { gotoEarly } from './page-start.ts'
import { helpStates } from './pages/help-states.ts'
import { passwordStates } from './passwords/password-states.ts'
import { knownPersonStates } from './sign-in/known-person-states.ts'
import { secondStepStates } from './sign-in/second-step-states.ts'
import { signInStates } from './sign-in/sign-in-states.ts'
import { schoolSignUpStates } from './sign-up/school-sign-up-states.ts'
import { signUpStates } from './sign-up/sign-up-states.ts'
import { linkedAccountStates } from './social/linked-account-states.ts'
import { socialStates } from './social/social-states.ts'
import { goto, hasButton, hasField, hasHeading, press, type State, shows } from './state.ts'
import { parents } from './test-installation.ts'

const accountStates: State[] = [
  {
    title: 'account',
    reach: reachAccount,
    check: hasHeading('Your account'),
  },
  {
    title: 'account, doors that cannot be loaded',
    reach: async (page) => {
      await page.route('**/api/auth/doors', (route) => route.abort())
      await page.goto('/account?platform=professor')
      await signIn(page, 'professor@foyer.test')
    },
    check: hasButton('Try again'),
    errors: [/ERR_FAILED|NetworkError|Failed to load/],
  },
  {
    title: 'account of a user with schools',
    reach: async (page) => {
      await answerDoors(page)
      await page.goto('/account?platform=school')
      await page.getByLabel('Email', { exact: true }).fill('many@foyer.test')
      await page.getByLabel('Password', { exact: true }).fill('foyer-demo-2026')
      await press(page, 'Sign in')
    },
    check: shows('Correct this'),
  },
  {
    title: 'change name with an error',
    reach: async (page) => {
      await page.goto('/account?platform=professor#name')
      await signIn(page, 'professor@foyer.test')
      await page.getByLabel('First Name').fill('...')
      await press(page, 'Save name')
    },
    check: shows('Enter a name with at least one letter'),
  },
  {
    title: 'change password',
    reach: reachChangePassword,
    check: hasField('Current password'),
  },
  {
    title: 'change password with errors',
    reach: async (page) => {
      await reachChangePassword(page)
      await press(page, 'Change password')
    },
    check: shows('Enter your current password'),
  },
  {
    title: 'signing out',
    reach: async (page) => {
      await page.route('**/assets/*.js', () => {})
      await gotoEarly(page, '/logout?platform=student')
    },
    check: shows('You will be redirected shortly'),
  },
  {
    title: 'auto-login waiting',
    reach: async (page) => {
      await page.route('**/assets/*.js', () => {})
      await gotoEarly(page, '/iframe/auto-login?platform=student')
    },
    check: shows('Please wait while we sign in to your account'),
  },
  {
    title: 'auto-login without a sister site',
    reach: goto('/iframe/auto-login?platform=student'),
    check: shows('No other site is signing you in'),
  },
]

const errorStates: State[] = [
  { title: 'page not found', reach: goto('/nothing-here'), check: hasHeading('Page not found') },
  {
    title: 'silent sign-in opened by hand',
    reach: goto(`/iframe-sso?platform=student&origin=${encodeURIComponent(parents.sameSite)}`),
    check: hasHeading('Nothing to do here'),
  },
  { title: 'invalid URL', reach: goto('/logout?platform=nonsense'), check: hasHeading('Invalid URL') },
  {
    title: 'redirect to an unregistered origin',
    reach: goto('/?platform=student&redirect-url=https%3A%2F%2Fevil.example%2F'),
    check: shows('For developers'),
  },
  { title: 'error test', reach: goto('/error-test'), check: hasHeading('Error test') },
  {
    title: 'error while rendering',
    reach: async (page) => {
      await page.goto('/error-test')
      await press(page, 'Break the page')
    },
    check: hasHeading('Something went wrong'),
    // Firefox reports only the error's name.
    errors: [/Error test/, /^Error$/],
  },
  {
    title: 'fatal notice',
    reach: async (page) => {
      await page.goto('/error-test')
      await press(page, 'Show the fatal notice')
    },
    check: shows('An unexpected error occurred. Please try reloading the page.'),
  },
]

export const states: readonly State[] = [
  ...signInStates,
  ...secondStepStates,
  ...knownPersonStates,
  ...familyStates,
  ...signUpStates,
  ...schoolSignUpStates,
  ...socialStates,
  ...externalStates,
  ...embeddingStates,
  ...passwordStates,
  ...accountStates,
  ...emailStates,
  ...phoneStates,
  ...stepUpStates,
  ...endedSessionStates,
  ...ownPictureStates,
  ...notificationStates,
  ...privacyStates,
  ...securityStates,
  ...secondFactorStates,
  ...profileStates,
  ...publicProfileStates,
  ...skillPortfolioStates,
  ...verificationStates,
  ...schoolStates,
  ...logoutEverywhereStates,
  ...linkedAccountStates,
  ...doorStates,
  ...helpStates,
  ...errorStates,
  ...busyStates,
]

async function reachAccount(page: Page): Promise<void> {
  await answerDoors(page)
  await page.goto('/account?platform=serviceAdmin')
  await signIn(page, 'serviceadmin@foyer.test')
}

async function reachChangePassword(page: Page): Promise<void> {
  await page.goto('/account/security?platform=serviceAdmin#password')
  await signIn(page, 'serviceadmin@foyer.test')
  await page.getByLabel('Current password', { exact: true }).waitFor()
}
