/** Lists the states of the help page; the page tests check each, and the gallery takes its picture. */
import { goto, hasHeading, type State, shows } from '../state.ts'
import { newEmail } from '../test-users.ts'
import {
  categoriesAbout,
  categoriesRoute,
  category,
  emailField,
  openHelp,
  sendButton,
  typeQuestion,
} from './help-steps.ts'

export const helpStates: State[] = [
  {
    title: 'help',
    reach: async (page) => {
      await openHelp(page, 'platform=school')
      await category(page, 'My code or link doesn’t arrive').check()
    },
    check: shows(categoriesAbout),
  },
  {
    title: 'help with errors',
    reach: async (page) => {
      await openHelp(page)
      await page.getByLabel('Message').fill('a'.repeat(4_003))
      await sendButton(page).click()
    },
    check: shows('Use 3 characters fewer'),
  },
  {
    title: 'help without its topics',
    reach: async (page) => {
      await page.route(categoriesRoute, (route) => route.fulfill({ status: 503, body: '{}' }))
      await goto('/help?platform=professor')(page)
    },
    check: shows('We couldn’t load the topics. You can still write to us.'),
    errors: [/status of 503/],
  },
  {
    title: 'help, request sent',
    reach: async (page) => {
      await openHelp(page, 'platform=olympiadPartner')
      await typeQuestion(page)
      await emailField(page).fill(newEmail())
      await sendButton(page).click()
    },
    check: hasHeading('We got your message'),
  },
]
