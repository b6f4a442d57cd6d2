/** Lists the states of 'Where to?'. The test answers the list, so that the times of the visits do not change. */
import type { Page } from '@playwright/test'
import { expect, signIn } from '../browser.ts'
import { hasButton, press, type State, shows } from '../state.ts'
import { siteUrl } from '../test-installation.ts'

const listUrl = '**/api/auth/doors'
const continueUrl = '**/api/auth/sessions/continue'
const hourMs = 3_600_000

type Door = { platform: string; entry?: string; hoursAgo?: number | null; isCurrent?: boolean }

/** Makes a door as the service sends it. */
function door({ platform, entry = 'continue', hoursAgo = null, isCurrent = false }: Door) {
  const visit = hoursAgo === null ? null : new Date(Date.now() - hoursAgo * hourMs).toISOString()
  const home = siteUrl('professor')
  return { platform, home, last_visit_at: visit, entry, is_current: isCurrent }
}

const doorsOfProfessor: Door[] = [
  { platform: 'professor', hoursAgo: 0, isCurrent: true },
  { platform: 'student', hoursAgo: 2.1 },
  { platform: 'school', hoursAgo: 49 },
  { platform: 'centreAdmin', entry: 'prove-again', hoursAgo: 26 },
  { platform: 'olympiadPartner' },
  { platform: 'svp', entry: 'prove-again' },
]

/** Answers the list of doors in the test. */
export async function answerDoors(
  page: Page,
  doors: Door[] = doorsOfProfessor.slice(0, 3),
  addable: string[] = [],
): Promise<void> {
  const data = {
    doors: doors.map(door),
    addable: addable.map((platform) => ({ platform, home: siteUrl('professor') })),
  }
  await page.route(listUrl, (route) => route.fulfill({ json: { data } }))
}

async function reachDoors(page: Page, doors: Door[], addable: string[] = []): Promise<void> {
  await answerDoors(page, doors, addable)
  await openDoors(page)
}

async function openDoors(page: Page): Promise<void> {
  await page.goto('/doors?platform=professor')
  await signIn(page, 'professor@foyer.test')
}

export const doorStates: readonly State[] = [
  {
    title: 'doors',
    reach: (page) => reachDoors(page, doorsOfProfessor),
    check: shows('2 hours ago'),
  },
  {
    title: 'doors, one platform and one to add',
    reach: (page) => reachDoors(page, doorsOfProfessor.slice(0, 1), ['student']),
    check: hasButton('Learning Add'),
  },
  {
    title: 'doors, question about a platform to add',
    reach: async (page) => {
      await reachDoors(page, doorsOfProfessor, ['student'])
      await press(page, 'Learning Add')
    },
    check: hasButton('Add Learning'),
  },
  {
    title: 'doors, no platform',
    reach: (page) => reachDoors(page, []),
    check: shows('no platform to go to from here'),
  },
  {
    title: 'doors, loading',
    reach: async (page) => {
      await page.route(listUrl, () => {})
      await openDoors(page)
    },
    check: (page) => expect(page.getByText('Loading your platforms…')).toBeAttached(),
  },
  {
    title: 'doors, list that does not load',
    reach: async (page) => {
      await page.route(listUrl, (route) => route.fulfill({ status: 503, json: {} }))
      await openDoors(page)
    },
    check: hasButton('Try again'),
    errors: [/503/],
  },
  {
    title: 'doors, one opening',
    reach: async (page) => {
      await page.route(continueUrl, () => {})
      await reachDoors(page, doorsOfProfessor)
      await page.getByRole('button', { name: /^Learning/ }).click()
    },
    check: hasButton('Learning Opening…'),
  },
  {
    title: 'doors, one that does not open',
    reach: async (page) => {
      await page.route(continueUrl, (route) => route.fulfill({ status: 503, json: {} }))
      await reachDoors(page, doorsOfProfessor)
      await page.getByRole('button', { name: /^Learning/ }).click()
    },
    check: (page) => expect(page.getByRole('listitem').getByRole('alert')).toBeVisible(),
    errors: [/503/],
  },
  {
    title: 'doors, platform that is not added',
    reach: async (page) => {
      await page.route(continueUrl, (route) => route.fulfill({ status: 503, json: {} }))
      await reachDoors(page, doorsOfProfessor.slice(0, 1), ['student'])
      await press(page, 'Learning Add')
      await press(page, 'Add Learning')
    },
    check: (page) => expect(page.getByRole('main').getByRole('alert')).toBeVisible(),
    errors: [/503/],
  },
]
