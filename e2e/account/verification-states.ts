/** Lists the states of the schools to check. The tests answer lists and records, whose times would change. */
import type { Page } from '@playwright/test'
import { password } from '../browser.ts'
import { hasButton, hasFieldError, hasHeading, press, type State, shows } from '../state.ts'

const listUrl = '**/api/schools?*'
const schoolUrl = /\/api\/schools\/[\da-f-]{36}$/
const usersUrl = '**/api/schools/*/access?*'
const decisionUrl = '**/api/schools/*/verify'
const statesUrl = '**/api/reference/countries/*/states'
const countriesUrl = '**/api/reference/countries'

const countryId = '0d8f6c1a-94b7-4c52-8e3d-51a7f2c9b640'
const stateId = '7b1e4f20-3c6d-4a8b-9f15-e2d7a0c86b39'
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

function school(index: number, name: string, status: 'unverified' | 'verified' | 'rejected') {
  return {
    id: `5d6f8a52-3c1b-4f7e-9a28-5e4b7c9d1f3${index}`,
    name,
    type: index === 1 ? 'all-through' : 'secondary',
    board: 'CBSE',
    country_id: countryId,
    state_id: stateId,
    logo: null,
    status,
    created_at: hoursAgo(2.1 + 24 * index),
  }
}

const green = school(0, 'Green Valley School', 'unverified')
const long = school(1, 'Sri Venkateswara Matriculation Higher Secondary School for Girls', 'unverified')
const waiting = [green, long]
const every = [...waiting, school(2, 'Hillview School', 'rejected'), school(3, 'Lakeside School', 'verified')]

const record = {
  ...green,
  address: '14 Lake Road\nMysuru 570001',
  website: 'https://greenvalley.example/about/the-school-and-its-teachers',
  contact: {
    first_name: 'Meera',
    last_name: 'Iyer',
    email: 'meera@greenvalley.example',
    phone: '+919876543210',
  },
  status_reason: null,
  decided_at: null,
  updated_at: green.created_at,
}
const refused = {
  ...record,
  status: 'rejected',
  status_reason: 'The website is that of another school.\nThe address is that of a shop.',
  decided_at: hoursAgo(1.1),
  updated_at: hoursAgo(1.1),
}

const list = (data: object[]) => ({ data, meta: { page: 1, page_size: 20, total: data.length } })
const users = [
  {
    uuid: '9c2b1f7e-4a5d-4c1e-8f60-2b7d9e3a1c58',
    full_name: 'Meera Iyer',
    email: 'meera@greenvalley.example',
    access_since: green.created_at,
  },
]
const places = {
  [countriesUrl]: [
    { id: countryId, name: 'India', iso2: 'IN', iso3: 'IND', dialling_code: '+91', flag: '🇮🇳' },
  ],
  [statesUrl]: [{ id: stateId, name: 'Karnataka', code: 'KA' }],
  [usersUrl]: users,
}

type Answers = { listed?: object[] | null; shown?: object }

/** Null instead of a list answers a failure. */
async function reach(page: Page, fragment: string, { listed = waiting, shown = record }: Answers = {}) {
  for (const [url, data] of Object.entries(places))
    await page.route(url, (route) => route.fulfill({ json: list(data) }))
  await page.route(listUrl, (route) =>
    route.fulfill(listed === null ? { status: 503, json: {} } : { json: list(listed) }),
  )
  await page.route(schoolUrl, (route) => route.fulfill({ json: { data: shown } }))
  await page.goto(`/account/verification?platform=svp${fragment}`)
  await page.getByLabel('Email ID').fill('svp@foyer.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Log In')
}

const ofGreen = `#${green.id}`

async function reachRefusal(page: Page): Promise<void> {
  await reach(page, ofGreen)
  await press(page, 'Refuse')
}

export const verificationStates: readonly State[] = [
  {
    title: 'schools to check',
    reach: (page) => reach(page, ''),
    check: shows('2 schools, by name'),
  },
  {
    title: 'schools to check, every status',
    reach: async (page) => {
      await reach(page, '', { listed: every })
      await page.getByLabel('Status', { exact: true }).selectOption('All')
    },
    check: shows('Lakeside School'),
  },
  {
    title: 'schools to check, none',
    reach: (page) => reach(page, '', { listed: [] }),
    check: shows('Nothing to check.'),
  },
  {
    title: 'schools to check that cannot be loaded',
    reach: (page) => reach(page, '', { listed: null }),
    check: hasButton(/^Try again/),
    errors: [/503/],
  },
  {
    title: 'school to check',
    reach: (page) => reach(page, ofGreen),
    check: shows('Karnataka, India'),
  },
  {
    title: 'school to check, refused before',
    reach: (page) => reach(page, ofGreen, { shown: refused }),
    check: hasButton('Verify'),
  },
  {
    title: 'school to check, verification not saved',
    reach: async (page) => {
      await page.route(decisionUrl, (route) =>
        route.fulfill({ status: 503, json: { errors: { code: 'overloaded', message: 'We are busy.' } } }),
      )
      await reach(page, ofGreen)
      await press(page, 'Verify')
      await press(page, 'Verify school')
    },
    check: shows('We are busy.'),
    errors: [/503/],
  },
  {
    title: 'school to check, decided by another verifier',
    reach: async (page) => {
      await page.route(decisionUrl, async (route) => {
        await page.route(schoolUrl, (again) => again.fulfill({ json: { data: refused } }))
        const errors = { code: 'precondition-failed', message: 'Changed meanwhile' }
        await route.fulfill({ status: 412, json: { errors } })
      })
      await reach(page, ofGreen)
      await press(page, 'Verify')
      await press(page, 'Verify school')
    },
    check: shows('Another verifier has refused this school meanwhile.'),
  },
  {
    title: 'school to check, refusal',
    reach: reachRefusal,
    check: hasButton('Refuse school'),
  },
  {
    title: 'school to check, refusal without a reason',
    reach: async (page) => {
      await reachRefusal(page)
      await press(page, 'Refuse school')
    },
    check: hasFieldError,
  },
  {
    title: 'school to check that is gone',
    reach: async (page) => {
      await reach(page, '')
      await page.route(schoolUrl, (route) =>
        route.fulfill({ status: 404, json: { errors: { code: 'not-found' } } }),
      )
      await page.getByRole('link', { name: green.name }).click()
      await hasHeading(green.name)(page)
    },
    check: shows('This school is no longer here.'),
  },
]
