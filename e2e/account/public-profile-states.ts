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

const blocks = [
  {
    id: '7b1e4c90-8d25-4a6f-b3e1-2f9c5a7d6e84',
    kind: 'school',
    name: 'Shri Venkateshwara Gurukula Vidyalaya Matriculation Higher Secondary School',
    username: null,
    school_id: '3f8a2c1e-5b7d-4e90-9a3c-6d2f1b0e8c74',
    created_at: '2026-11-20T09:30:00.000Z',
  },
  {
    id: '0d6f8a52-3c1b-4f7e-9a28-5e4b7c9d1f30',
    kind: 'user',
    name: 'Ravi Menon',
    username: 'ravimenon2750',
    school_id: null,
    created_at: '2026-11-19T09:30:00.000Z',
  },
]
const found = [
  { id: blocks[0]?.school_id, name: blocks[0]?.name, place: 'Karnataka' },
  { id: blocks[1]?.id, name: 'Shri Krishna Public School', place: 'Uttar Pradesh' },
]

async function reachBlocks(page: Page): Promise<void> {
  await answer(page, '**/api/profile/preview', profile)
  const meta = { page: -1, page_size: 2, total: 2 }
  await page.route('**/api/profile/block-list', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { data: blocks, meta } })
      : route.fulfill({
          status: 400,
          json: {
            errors: {
              code: 'invalid-request',
              message: '',
              field_errors: { username: ['There is no public profile with this username'] },
            },
          },
        }),
  )
  await page.route('**/api/profile/block-list/schools?*', (route) =>
    route.fulfill({ json: { data: found, meta: { ...meta, page: 1, page_size: 20 } } }),
  )
  await reach(page)
  await page.getByRole('button', { name: 'Unblock Ravi Menon' }).waitFor()
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
      await page.getByLabel('Username', { exact: true }).fill('asha')
      await page.getByText('is taken. Choose another one.').waitFor()
    },
    check: shows('is taken. Choose another one.'),
  },
  {
    title: 'public profile, username with an error',
    reach: async (page) => {
      await answer(page, '**/api/profile/preview', profile)
      await reach(page)
      await page.getByLabel('Username', { exact: true }).fill('a')
      await press(page, 'Save username')
    },
    check: shows('Use 3 to 30 letters'),
  },
  {
    title: 'public profile that cannot be loaded',
    reach: async (page) => {
      await answer(page, '**/api/profile/preview', null)
      await reach(page)
    },
    check: shows('Try again'),
    errors: [/503/],
  },
  {
    title: 'public profile, block list with an error',
    reach: async (page) => {
      await reachBlocks(page)
      await page.getByLabel('Username of the person').fill('nobody1234')
      await page.getByLabel('Username of the person').press('Enter')
    },
    check: shows('There is no public profile with this username'),
    errors: [/400/],
  },
  {
    title: 'public profile, schools to block',
    reach: async (page) => {
      await reachBlocks(page)
      await page.getByLabel('Name of the school').fill('shri')
      await press(page, 'Search')
    },
    check: shows('Uttar Pradesh'),
  },
]
