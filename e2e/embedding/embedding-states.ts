/** Lists the states of pages in a popup and in a frame of a platform. */
import type { Page } from '@playwright/test'
import { signIn } from '../browser.ts'
import { hasField, press, type State, shows } from '../state.ts'
import { parents } from '../test-installation.ts'
import { createUser } from '../test-users.ts'

const query = (platform: string) => new URLSearchParams({ platform, origin: parents.sameSite })

export const embeddingStates: State[] = [
  {
    title: 'popup with an error',
    reach: async (page) => {
      await page.goto(`/popup-sso?${query('student')}`)
      await press(page, 'Next')
    },
    check: shows('Enter your email or phone number'),
  },
  {
    title: 'popup of a school',
    reach: (page) => page.goto(`/popup-sso?${query('school')}`),
    check: hasField('Email'),
  },
  {
    title: 'popup whose opener is gone',
    reach: async (page: Page) => {
      const email = await createUser(page.request, { hasPassword: true })
      await page.goto(`/popup-sso?${query('student')}`)
      await signIn(page, email)
    },
    check: shows('You can close this window.'),
  },
  {
    title: 'framed sign-in with an error',
    reach: async (page) => {
      await page.goto(`/?iframe=true&${query('student')}`)
      await press(page, 'Next')
    },
    check: shows('Enter your email or phone number'),
  },
]
