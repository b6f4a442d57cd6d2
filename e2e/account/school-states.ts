/** Lists the states of a user's school. The tests answer lists and records, whose times would change. */
import type { Page } from '@playwright/test'
import { password } from '../browser.ts'
import { hasButton, hasFieldError, press, type State, shows } from '../state.ts'
import { green, hoursAgo, list, long, places, record, refused, schoolUrl, users } from './example-schools.ts'

const ownUrl = '**/api/schools/access-list?*'
const invitationsUrl = '**/api/schools/*/invitations?*'
const receivedUrl = '**/api/school-invitations?*'
const peopleUrl = '**/api/schools/*/access?*'

/** A waiting school is always on its first day. */
const today = { created_at: hoursAgo(0), submitted_at: hoursAgo(0), updated_at: hoursAgo(0) }
const waiting = { ...record, ...today }
const verified = { ...record, status: 'verified', decided_at: hoursAgo(0) }
const late = { ...record, submitted_at: '2026-01-05T10:00:00.000Z' }

const colleagues = [
  ...users,
  {
    uuid: '3e8d5a71-9b2c-4f60-a1d4-7c6e0f2b8d95',
    full_name: 'Venkatanarasimharajuvaripeta Subrahmanyam',
    email: 'venkatanarasimharajuvaripeta@hillview-international.example',
    access_since: green.created_at,
  },
]
const invited = [
  {
    id: '7a1c4e92-5d3f-4b86-90e7-2f8b6d1c3a54',
    email: 'secretary@greenvalley.example',
    sent_at: hoursAgo(2.1),
    expires_at: hoursAgo(-300),
  },
]
const received = [
  {
    id: '7a1c4e92-5d3f-4b86-90e7-2f8b6d1c3a55',
    school_name: 'Lakeside School',
    inviter_name: 'Kavita Rao',
    expires_at: hoursAgo(-300),
  },
]

type Answers = { own?: object[]; shown?: object; toUser?: object[]; people?: object[]; fails?: boolean }

async function reach(page: Page, answers: Answers = {}): Promise<void> {
  const { own = [green], shown = waiting, toUser = [], people = users, fails = false } = answers
  const withAccess = own.map((school) => ({ ...school, access_since: green.created_at }))
  const lists = { ...places, [invitationsUrl]: invited, [receivedUrl]: toUser, [peopleUrl]: people }
  for (const [url, data] of Object.entries(lists))
    await page.route(url, (route) => route.fulfill({ json: list(data) }))
  await page.route(ownUrl, (route) =>
    route.fulfill(fails ? { status: 503, json: {} } : { json: list(withAccess) }),
  )
  await page.route(schoolUrl, (route) => route.fulfill({ json: { data: shown } }))
  await page.goto('/account/school?platform=school')
  await page.getByLabel('Email', { exact: true }).fill('school@foyer.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Sign in')
}

export const schoolStates: readonly State[] = [
  { title: 'own school in checking', reach: (page) => reach(page), check: shows('In checking, day 1 of 2') },
  {
    title: 'own school, check late',
    reach: (page) => reach(page, { shown: late, people: colleagues }),
    check: shows('In checking, longer than usual'),
  },
  {
    title: 'own school refused',
    reach: (page) => reach(page, { shown: refused }),
    check: hasButton('Save and send again'),
  },
  {
    title: 'own school refused, wrong correction',
    reach: async (page) => {
      await reach(page, { shown: { ...refused, parts_to_correct: ['name', 'address'] } })
      await page.getByLabel('Name', { exact: true }).fill('')
      await press(page, 'Save and send again')
    },
    check: hasFieldError,
  },
  {
    title: 'own school refused, no field named',
    reach: (page) => reach(page, { shown: { ...refused, parts_to_correct: [] } }),
    check: hasButton(/^Change name/),
  },
  {
    title: 'own school verified',
    reach: (page) => reach(page, { shown: verified }),
    check: shows('Verified'),
  },
  {
    title: 'own school, name to change',
    reach: async (page) => {
      await reach(page, { shown: verified })
      await press(page, 'Change name')
    },
    check: shows('After a change, we check it again.'),
  },
  {
    title: 'own school, invitation',
    reach: async (page) => {
      await reach(page)
      await press(page, 'Invite a person')
      await press(page, 'Send invitation')
    },
    check: hasFieldError,
  },
  {
    title: 'own school, removal of a person',
    reach: async (page) => {
      await reach(page, { people: colleagues })
      await page.getByRole('button', { name: /^Remove Venkata/ }).click()
    },
    check: hasButton('Remove person'),
  },
  {
    title: 'own schools to choose from',
    reach: (page) =>
      reach(page, { own: [green, long, { ...green, ...verified, id: long.id.replace('1', '2') }] }),
    check: shows('Choose the school that you want to see.'),
  },
  {
    title: 'no school, but an invitation',
    reach: (page) => reach(page, { own: [], toUser: received }),
    check: hasButton(/^Accept/),
  },
  {
    title: 'own school that cannot be loaded',
    reach: (page) => reach(page, { fails: true }),
    check: hasButton(/^Try again/),
    errors: [/503/],
  },
]
