/** Lists the states of the profile: its overview, a section with its forms, and the head. */
import type { Page } from '@playwright/test'
import { signIn } from '../browser.ts'
import { press, type State, shows } from '../state.ts'

const at = '2026-11-20T09:30:00.000Z'
const person = {
  uuid: '0d6f8a52-3c1b-4f7e-9a28-5e4b7c9d1f30',
  first_name: 'Asha',
  last_name: 'Rao',
  full_name: 'Asha Rao',
  picture: null,
  username: 'asharao4821',
  headline: null,
  about: null,
  date_of_birth: null,
  country_id: null,
  state_id: null,
  city: null,
  url: null,
  visibility: 'public',
  updated_at: at,
}
const sections = [
  'work_experiences',
  'academics',
  'qualifications',
  'certifications',
  'projects',
  'publications',
  'awards',
  'achievements',
  'test_scores',
  'skill_evidences',
  'subjects',
  'languages',
  'interests',
  'preferred_work_locations',
  'video_portfolio',
]
const nothing = Object.fromEntries(sections.map((name) => [name, []]))

function entry(index: number, content: object): Record<string, unknown> {
  const id = `7b1e4c90-8d25-4a6f-b3e1-2f9c5a7d6e${String(10 + index)}`
  return { id, position: index, created_at: at, updated_at: at, ...content }
}

const jobs = [
  {
    name: 'Green Valley School',
    job_title: 'Teacher of mathematics and physics',
    employment_type: 'full-time',
    location: 'Bengaluru',
    url: 'https://greenvalley.example/team',
    start_date: '2023-07',
    end_date: null,
    summary: 'Teaches classes 9 to 12, and leads the robotics club.\nPrepares pupils for the olympiad.',
  },
  {
    name: 'Shri Venkateshwara Gurukula Vidyalaya Matriculation Higher Secondary School',
    job_title: 'Teaching assistant',
    employment_type: 'part-time',
    location: null,
    url: null,
    start_date: '2021',
    end_date: '2023-06-30',
    summary: null,
  },
].map((job, index) => entry(index, job))

const filled = {
  ...person,
  headline: 'Teacher of mathematics and physics',
  about: 'I teach with experiments.',
  sections: {
    ...nothing,
    work_experiences: jobs,
    interests: ['Birds', 'Chess', 'Cycling', 'Theatre', 'Tabla'].map((name, index) =>
      entry(index, { name, summary: null }),
    ),
  },
}

const list = '**/api/profile/work-experiences?*'
const one = '**/api/profile/work-experiences/*'

async function reach(page: Page, part: string): Promise<void> {
  await page.goto(`/account/profile${part}?platform=student`)
  await signIn(page, 'student@foyer.test')
  await page.getByRole('heading', { name: 'Your profile' }).waitFor()
  if (part) await page.goto(`/account/profile${part}?platform=student`)
}

async function answerProfile(page: Page, profile: object): Promise<void> {
  await page.route('**/api/profile', (route) => route.fulfill({ json: { data: profile } }))
}

async function reachJobs(page: Page, items: readonly object[] = jobs): Promise<void> {
  await page.route(list, (route) =>
    route.fulfill({
      json: { data: items, meta: { page: -1, page_size: items.length, total: items.length } },
    }),
  )
  await reach(page, '/work-experiences')
  await page.getByRole('button', { name: 'Add a job' }).waitFor()
}

async function changeFirst(page: Page): Promise<void> {
  await reachJobs(page)
  await press(page, 'Change “Teacher of mathematics and physics”')
}

const certificate = entry(0, {
  name: 'First aid at work',
  issuer: 'Red Cross',
  start_date: '2024-05',
  end_date: null,
  identifier: null,
  url: null,
})
const files = ['image/webp', 'application/pdf'].map((type, index) => ({
  id: `3f8a2c1e-5b7d-4e90-9a3c-6d2f1b0e8c7${index}`,
  type,
  size: 480_000 * (index + 1),
  created_at: at,
}))
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

async function reachFiles(page: Page): Promise<void> {
  const list = (items: readonly object[]) => ({
    json: { data: items, meta: { page: -1, page_size: items.length, total: items.length } },
  })
  await page.route('**/api/profile/certifications?*', (route) => route.fulfill(list([certificate])))
  await page.route('**/api/profile/certifications/*/evidences', (route) => route.fulfill(list(files)))
  await page.route('**/evidences/*', (route) => route.fulfill({ body: dot, contentType: 'image/webp' }))
  await reach(page, '/certifications')
  await press(page, 'Files “First aid at work”')
  await page.getByText('File 2').first().waitFor()
}

export const profileStates: State[] = [
  { title: 'profile, files of an entry', reach: reachFiles, check: shows('Add a file') },
  {
    title: 'profile, file that is too large',
    reach: async (page) => {
      await reachFiles(page)
      await page.getByLabel('File', { exact: true }).setInputFiles({
        name: 'scan.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.alloc(6 * 1_024 * 1_024),
      })
    },
    check: shows('This file is too large.'),
  },
  {
    title: 'profile, empty',
    reach: async (page) => {
      await answerProfile(page, { ...person, sections: nothing })
      await reach(page, '')
    },
    check: shows('Your profile: 0 of 5'),
  },
  {
    title: 'profile',
    reach: async (page) => {
      await answerProfile(page, filled)
      await reach(page, '')
    },
    check: shows('Teacher of mathematics and physics'),
  },
  {
    title: 'profile that could not be loaded',
    reach: async (page) => {
      await page.route('**/api/profile', (route) => route.abort())
      await reach(page, '')
    },
    check: shows('The service didn’t answer'),
    errors: [/ERR_FAILED|NS_ERROR/],
  },
  {
    title: 'profile section, empty',
    reach: (page) => reachJobs(page, []),
    check: shows('Jobs, internships and volunteering'),
  },
  { title: 'profile section', reach: reachJobs, check: shows('Jul 2023 – now') },
  {
    title: 'profile entry deleted',
    reach: async (page) => {
      await page.route(one, (route) => route.fulfill({ status: 204 }))
      await reachJobs(page)
      await press(page, 'Delete “Teacher of mathematics and physics”')
    },
    check: shows('was deleted'),
  },
  { title: 'profile entry form', reach: changeFirst, check: shows('I still work here') },
  {
    title: 'profile entry form with errors',
    reach: async (page) => {
      await reachJobs(page)
      await press(page, 'Add a job')
      await page.getByRole('group', { name: 'Start' }).getByLabel('Month').selectOption('May')
      await page.getByRole('group', { name: 'End' }).getByLabel('Year').fill('24')
      await page.getByLabel('What you do or did there').fill('a'.repeat(2_010))
      await press(page, 'Add')
    },
    check: shows('Enter the name of the employer'),
  },
  {
    title: 'profile entry changed in another window',
    reach: async (page) => {
      await page.route(one, (route) =>
        route.fulfill({ json: { data: { ...jobs[0], job_title: 'Head teacher' } } }),
      )
      await changeFirst(page)
      await press(page, 'Save')
    },
    check: shows('Choose which version to keep'),
  },
  {
    title: 'profile head',
    reach: async (page) => {
      await answerProfile(page, filled)
      await reach(page, '/about')
    },
    check: shows('Date of birth'),
  },
]
