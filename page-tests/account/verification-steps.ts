/** Opens the page of verifiers in page tests, and reads its list. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { getSchool, verifySchool } from '@foyer/contract/schools/school-routes'
import { makeSchool, placeIn, schoolDetails } from '../../api/src/features/schools/test-schools.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'

const path = '/account/verification?platform=svp'

type Details = Parameters<typeof schoolDetails>[1]

/** Signs a verifier in on the list. `word` is a word of all names of this test's schools. */
export async function openQueue(fragment = '') {
  const browser = await openBrowser()
  const { service } = browser
  const founder = await service.signIn('school')
  const officer = await service.signIn('svp')
  const place = await placeIn(service, 'IN')
  const word = `Q${randomUUID().slice(0, 8)}`
  const page = browser.newPage()
  return {
    page,
    service,
    word,
    founderEmail: founder.user.email ?? '',
    make: (letter: string, details: Details = {}) =>
      makeSchool(service, founder, schoolDetails(place, { name: `${letter} ${word}`, ...details })),
    decide: (id: string, body: { status: 'verified' | 'rejected'; reason?: string }) =>
      service.call(verifySchool, { params: { id }, body }, { token: officer.accessToken }),
    read: async (id: string) =>
      (await service.call(getSchool, { params: { id } }, { token: officer.accessToken })).data,
    open: () => signIn(page, officer.user.email ?? '', fragment),
    search: async () => {
      await page.type('Name of the school', word)
      await page.press('Search')
    },
  }
}

async function signIn(page: Page, email: string, fragment: string): Promise<void> {
  await page.goto(`${path}${fragment}`)
  await page.type(/^Email/, email)
  await page.type('Password', rightPassword)
  await page.user.keyboard('{Enter}')
}

/** Returns the names of the listed schools, in order. */
export const namesOf = (page: Page) =>
  [...page.document.querySelectorAll('.school-entry h2')].map((name) => page.text(name))
export const lists = (page: Page, names: string[]) =>
  page.waitFor(() => assert.deepEqual(namesOf(page), names))
