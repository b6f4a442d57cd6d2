/** Lists the states of the sign-out of everything, and pages with the bar of a shared computer. */
import type { Page } from '@playwright/test'
import { signIn } from '../browser.ts'
import { goto, hasHeading, hasLink, press, type State, shows } from '../state.ts'
import { createUser } from '../test-users.ts'

const path = '/logout-everywhere?platform=student'
const confirm = (page: Page) => press(page, 'Sign out of everything')

const platforms = [
  { platform: 'student', state: 'confirmed' },
  { platform: 'svp', state: 'waiting' },
  { platform: 'centreAdmin', state: 'no-answer' },
  { platform: 'school', state: 'none' },
]

export const logoutEverywhereStates: State[] = [
  { title: 'sign-out of everything', reach: goto(path), check: hasHeading('Sign out of everything') },
  {
    title: 'sign-out of everything that waits for platforms',
    reach: async (page) => {
      await page.route(/browser-session\/logout/, (route) =>
        route.fulfill({ json: { data: { token: `bl_${'A'.repeat(43)}`, platforms } } }),
      )
      await page.goto(path)
      await confirm(page)
    },
    check: shows('no answer yet'),
  },
  {
    title: 'sign-out of everything with an error',
    reach: async (page) => {
      await page.route(/browser-session\/logout/, (route) => route.fulfill({ status: 503, body: '{}' }))
      await page.goto(path)
      await confirm(page)
    },
    check: shows('may still have you signed in here'),
    errors: [/status of 503/],
  },
  {
    title: 'sign-out of everything in a browser without accounts',
    reach: async (page) => {
      await page.goto(path)
      await confirm(page)
    },
    check: hasHeading('Nobody is signed in here'),
  },
  {
    title: 'bar of a shared computer',
    reach: shareAccount('student', 'Subrahmanyan'),
    check: hasLink('Not you? Sign out everywhere here'),
  },
  {
    title: 'bar of a shared computer above the menu of the account',
    reach: async (page) => {
      await shareAccount('student', 'Asha')(page)
      await page.getByRole('button', { name: /^Account of / }).click()
    },
    check: hasLink('Sign out of everything in this browser'),
  },
  {
    title: 'bar of a shared computer on the sign-in of schools',
    reach: async (page) => {
      await shareAccount('student', 'Asha')(page)
      await page.goto('/school/login')
    },
    check: hasLink('Not you? Sign out everywhere here'),
  },
]

/** Opens the account page of a new user on a shared computer. */
function shareAccount(platform: string, firstName: string): (page: Page) => Promise<void> {
  return async (page) => {
    const email = await createUser(page.request, { platform, hasPassword: true, firstName })
    await page.goto(`/?platform=${platform}&return=account`)
    await page.getByRole('checkbox', { name: 'This is a shared computer' }).check()
    await signIn(page, email)
    await page.waitForURL(({ pathname }) => pathname === '/account')
  }
}
