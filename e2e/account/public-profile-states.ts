/** Lists the states of the page about the public profile. */
import { publicSectionNames } from '@foyer/contract/profile/entries'
import { sectionKey } from '@foyer/contract/profile/sections'
import { snakeCase } from '@foyer/contract/wire'
import type { Page } from '@playwright/test'
import { signIn } from '../browser.ts'
import { press, type State, shows } from '../state.ts'

const nothing = Object.fromEntries(
  publicSectionNames.map((name) => [snakeCase(sectionKey(name)), [] as object[]]),
)
const profile = {
  username: 'asharao4821',
  full_name: 'Asha Rao',
  picture: null,
  headline: 'Teacher of mathematics and physics',
  about: 'I teach with experiments.\nMy pupils build their own instruments.',
  sections: {
    ...nothing,
    work_experiences: [
      {
        name: 'Shri Venkateshwara Gurukula Vidyalaya Matriculation Higher Secondary School',
        job_title: 'Teacher of mathematics and physics',
        employment_type: 'full-time',
        location: 'Bengaluru',
        url: 'https://greenvalley.example/team',
        start_date: '2023-07',
        end_date: null,
        summary: 'Teaches classes 9 to 12, and leads the robotics club.',
      },
    ],
    languages: [{ language: 'Kannada', fluency: 'native' }],
  },
}

async function answer(page: Page, url: string, data: object | null): Promise<void> {
  await page.route(url, (route) =>
    data ? route.fulfill({ json: { data } }) : route.fulfill({ status: 503, json: {} }),
  )
}

async function reach(page: Page): Promise<void> {
  await page.goto('/account/public-profile?platform=student')
  await signIn(page, 'student@foyer.test')
  await page.getByRole('heading', { name: 'Public profile' }).waitFor()
}

export const publicProfileStates: State[] = [
  {
    title: 'public profile, empty and hidden',
    reach: async (page) => {
      const empty = { ...profile, headline: null, about: null, sections: nothing }
      await answer(page, '**/api/profile/preview', empty)
      await reach(page)
    },
    check: shows('Others see only your name so far.'),
  },
  {
    title: 'public profile that others see',
    reach: async (page) => {
      await answer(page, '**/api/profile/preview', profile)
      await reach(page)
      await page.getByLabel('Everyone can see your profile').check()
    },
    check: shows('Kannada'),
  },
  {
    title: 'public profile, username that is taken',
    reach: async (page) => {
      await answer(page, '**/api/profile/preview', profile)
      await answer(page, '**/api/profile/usernames/*', { username: 'asha', is_available: false })
      await reach(page)
      await page.getByLabel('Username').fill('asha')
      await page.getByText('is taken. Choose another one.').waitFor()
    },
    check: shows('is taken. Choose another one.'),
  },
  {
    title: 'public profile, username with an error',
    reach: async (page) => {
      await answer(page, '**/api/profile/preview', profile)
      await reach(page)
      await page.getByLabel('Username').fill('a')
      await press(page, 'Save username')
    },
    check: shows('Use 3 to 30 letters'),
  },
  {
    title: 'public profile that cannot be loaded',
    reach: async (page) => {
      await answer(page, '**/api/profile/preview', null)
      await answer(page, '**/api/auth/skill-portfolio/toggle-visibility', null)
      await reach(page)
    },
    check: shows('Try again'),
    errors: [/503/],
  },
]
