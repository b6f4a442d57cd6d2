/** Lists the states of linked social accounts in the section 'Security'. */
import type { Page } from '@playwright/test'
import { answerSecurity } from '../account/security-states.ts'
import { signIn } from '../browser.ts'
import { press, type State, shows } from '../state.ts'

/** The fake answer of the service, so that a state needs no person at each provider. */
const use = { last_used_at: null, is_last_way_in: false }
const linked = [
  { provider: 'google', email: 'ravi.kumar@gmail.com', linked_at: '2026-11-20T09:30:00.000Z', ...use },
  {
    ...{ provider: 'apple', email: 'x7f3kq9w2m@privaterelay.appleid.com' },
    ...{ linked_at: '2026-11-21T09:30:00.000Z', ...use, last_used_at: '2026-11-23T09:30:00.000Z' },
  },
]

const lastWayIn = {
  errors: {
    code: 'last-way-in',
    message:
      'This is your only way to sign in. Add another one first, such as a password, a passkey or a linked account.',
  },
}

const inUse = {
  errors: {
    code: 'identity-in-use',
    message: 'This account already signs another user in. Remove it there first, or choose another one.',
  },
}

async function reachLinkedAccounts(
  page: Page,
  data: object = { linked, linkable: ['facebook'] },
): Promise<void> {
  await answerSecurity(page)
  await page.route('**/api/auth/identities', (route) => route.fulfill({ json: { data } }))
  await page.goto('/account/security?platform=student')
  await signIn(page, 'student@foyer.test')
  await page.getByText(linked[0]?.email ?? '').waitFor()
}

export const linkedAccountStates: readonly State[] = [
  {
    title: 'linked accounts',
    reach: (page) => reachLinkedAccounts(page),
    check: shows('ravi.kumar@gmail.com'),
  },
  {
    title: 'linked account that is the only way to sign in',
    reach: (page) =>
      reachLinkedAccounts(page, {
        linked: [{ ...linked[0], is_last_way_in: true }],
        linkable: ['facebook', 'apple'],
      }),
    check: shows('Your only way to sign in.'),
  },
  {
    title: 'linked account that belongs to another user',
    reach: async (page) => {
      await reachLinkedAccounts(page)
      await page.route('**/api/auth/identities/facebook/start', (route) =>
        route.fulfill({ status: 400, json: inUse }),
      )
      await press(page, 'Link Facebook')
    },
    check: shows('already signs another user in'),
    errors: [/400/],
  },
  {
    title: 'linked accounts that cannot be loaded',
    reach: async (page) => {
      await answerSecurity(page)
      await page.route('**/api/auth/identities', (route) => route.fulfill({ status: 503, json: {} }))
      await page.goto('/account/security?platform=student')
      await signIn(page, 'student@foyer.test')
      await page.getByRole('button', { name: 'Try again to load your linked accounts' }).waitFor()
    },
    check: shows('Try again'),
    errors: [/503/],
  },
  {
    title: 'linked account, last way in',
    reach: async (page) => {
      await reachLinkedAccounts(page)
      await page.route('**/api/auth/identities/google', (route) =>
        route.fulfill({ status: 400, json: lastWayIn }),
      )
      await press(page, 'Remove Google')
      await press(page, 'Remove Google')
    },
    check: shows('This is your only way to sign in.'),
    errors: [/400/],
  },
]
