/** Lists the states of the schools to check. The tests answer lists and records, whose times would change. */
import type { Page } from '@playwright/test'
import { password } from '../browser.ts'
import { hasButton, hasFieldError, hasHeading, press, type State, shows } from '../state.ts'
import { green, list, long, places, record, refused, school, schoolUrl } from './example-schools.ts'

const listUrl = '**/api/schools?*'
const decisionUrl = '**/api/schools/*/verify'

const waiting = [green, long]
const every = [...waiting, school(2, 'Hillview School', 'rejected'), school(3, 'Lakeside School', 'verified')]

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
    check: shows('2 schools, the longest wait first'),
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
    check: shows('All schools are checked'),
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
