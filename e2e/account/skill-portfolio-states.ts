/** Lists the states of the page of the skill portfolio. */
import type { Page } from '@playwright/test'
import { signIn } from '../browser.ts'
import { press, type State, shows } from '../state.ts'

const submissionId = '7b1e4c90-8d25-4a6f-b3e1-2f9c5a7d6e84'
const items = [
  {
    title: 'A weather station that measures rain, wind and the temperature of the school garden',
    summary: 'We soldered the sensors ourselves.\nIt has been running for a year.',
    skills: ['Physics', 'Soldering', 'Programming in Python'],
    url: 'https://weather.example/station',
    submission_id: submissionId,
  },
  { title: 'A poem about rain', summary: null, skills: ['Writing'], url: null, submission_id: null },
]
const at = '2026-11-20T09:30:00.000Z'
const submissions = [
  {
    id: submissionId,
    platform: 'student',
    title: 'A weather station',
    summary: null,
    skills: ['Physics', 'Soldering'],
    score: '18 of 20',
    url: null,
    submitted_at: at,
    created_at: at,
    attachments: [
      {
        id: submissionId,
        file_name: 'A weather station.pdf',
        type: 'application/pdf',
        bytes: 1_200_000,
        created_at: at,
      },
    ],
  },
  {
    id: '0d6f8a52-3c1b-4f7e-9a28-5e4b7c9d1f30',
    platform: 'student',
    title: 'Course “Electricity and magnetism”, final project',
    summary: 'A motor from wire, a battery and a magnet.',
    skills: ['Physics'],
    score: null,
    url: null,
    submitted_at: at,
    created_at: at,
    attachments: [],
  },
]

type Given = { items?: object[]; submissions?: object[] | null }

async function reach(page: Page, { items: shown = [], submissions: listed = [] }: Given): Promise<void> {
  const json = { data: { is_public: false, headline: null, items: shown } }
  await page.route('**/api/auth/skill-portfolio', (route) =>
    route.fulfill({ json, headers: { etag: '"1"' } }),
  )
  await page.route('**/api/auth/skill-portfolio/submissions?*', (route) =>
    listed
      ? route.fulfill({ json: { data: listed, meta: { page: 1, page_size: 20, total: listed.length } } })
      : route.fulfill({ status: 503, json: {} }),
  )
  await page.goto('/account/skill-portfolio?platform=student')
  await signIn(page, 'student@foyer.test')
  await page.getByRole('button', { name: 'Add a piece of work' }).waitFor()
}

export const skillPortfolioStates: State[] = [
  {
    title: 'skill portfolio, empty',
    reach: (page) => reach(page, {}),
    check: shows('Nothing yet. When you finish something at a platform'),
  },
  {
    title: 'skill portfolio with handed-in work and its files',
    reach: async (page) => {
      await reach(page, { items, submissions })
      await press(page, '1 file “A weather station”')
    },
    check: shows('A weather station.pdf'),
  },
  {
    title: 'skill portfolio, a piece of work with an error',
    reach: async (page) => {
      await reach(page, { items })
      await press(page, 'Change “A poem about rain”')
      await page.getByLabel('Title', { exact: true }).fill('')
      await press(page, 'Save')
    },
    check: shows('Enter a title'),
  },
  {
    title: 'skill portfolio whose handed-in work cannot be loaded',
    reach: (page) => reach(page, { items, submissions: null }),
    check: shows('Try again'),
    errors: [/503/],
  },
]
