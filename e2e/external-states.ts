/** Lists the states of the page that leads to an external site. */
import { signIn } from './browser.ts'
import { goto, hasHeading, type State } from './state.ts'

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
]
