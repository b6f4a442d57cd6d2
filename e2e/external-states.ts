/** Lists the states of the page that hands users over to an external site, and of the partner pages. */
import type { Page } from '@playwright/test'
import { expect, signIn } from './browser.ts'
import { goto, hasHeading, press, type State, shows } from './state.ts'

export const externalStates: State[] = [
  {
    title: 'external site that the platform may not go to',
    reach: goto('/zoom-auth?platform=olympiadPartner'),
    check: hasHeading('You can’t go to Zoom from here'),
  },
  {
    title: 'external site that cannot be reached',
    reach: async (page) => {
      await page.route('**/api/auth/codes', (route) => route.fulfill({ status: 400, json: { errors: {} } }))
      await page.goto('/zoom-auth?platform=student')
      await signIn(page, 'student@foyer.test')
    },
    check: hasHeading('We couldn’t take you to Zoom'),
  },
  { title: "partner's own sign-in", reach: goto('/ryan/signin'), check: hasImage('Ryan') },
  {
    title: "partner's own sign-up with errors",
    reach: async (page) => {
      await page.goto('/ryan/signup')
      await press(page, 'Next')
    },
    check: shows('Enter your first name'),
  },
]

function hasImage(name: string) {
  return (page: Page) => expect(page.getByRole('img', { name })).toBeVisible()
}
