/** Opens the page of a user's school in page tests. */
import type { Call } from '@foyer/contract/routes/route'
import { changeSchool, getSchool, verifySchool } from '@foyer/contract/schools/school-routes'
import { makeSchool, placeIn, schoolDetails } from '../../api/src/features/schools/test-schools.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { newSchoolName } from '../sign-up/school-steps.ts'

export const schoolPagePath = '/account/school?platform=school'
export const recordPath = /^\/api\/schools\/[\da-f-]{36}$/

type Details = Parameters<typeof schoolDetails>[1]
type Decision = Call<typeof verifySchool>['body']

/** Makes a user of a school, who opens the page with `open`. */
export async function openSchool() {
  const browser = await openBrowser()
  const { service } = browser
  const founder = await service.signIn('school')
  const officer = await service.signIn('svp')
  const place = await placeIn(service, 'IN')
  const page = browser.newPage()
  const name = newSchoolName()
  return {
    page,
    service,
    name,
    make: (details: Details = {}) => makeSchool(service, founder, schoolDetails(place, { name, ...details })),
    decide: (id: string, body: Decision) =>
      service.call(verifySchool, { params: { id }, body }, { token: officer.accessToken }),
    read: async (id: string) =>
      (await service.call(getSchool, { params: { id } }, { token: officer.accessToken })).data,
    /** Changes the school as another user would. */
    change: (id: string, details: Details = {}) =>
      service.call(
        changeSchool,
        { params: { id }, body: schoolDetails(place, { name, ...details }) },
        { token: officer.accessToken },
      ),
    open: (fragment = '') => signIn(page, founder.user.email ?? '', fragment),
  }
}

async function signIn(page: Page, email: string, fragment: string): Promise<void> {
  await page.goto(`${schoolPagePath}${fragment}`)
  await page.type('Email', email)
  await page.type('Password', rightPassword)
  await page.press('Sign in')
}
