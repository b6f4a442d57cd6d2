/** Tests the user's schools on the account page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifySchool } from '@foyer/contract/schools/school-routes'
import { makeSchool, placeIn, schoolDetails } from '../../api/src/features/schools/test-schools.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { refusal } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { openOwnAccount } from '../pages/new-users.ts'
import { newSchoolName } from '../sign-up/school-steps.ts'

const account = '/account?platform=school'

async function signInToAccount(page: Page, email: string): Promise<void> {
  await page.goto(account)
  await page.type('Email', email)
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.heading('Your account')
}

/** Returns the rows of the schools, each with name, state and note. */
const rowsOf = (page: Page) =>
  [...page.document.querySelectorAll('.own-schools .facts-row')].map((row) =>
    [...row.querySelectorAll('dt, .facts-value')].map((part) => page.text(part)).join(': '),
  )

test('a user sees each school with its state: being checked, to be corrected, verified', async () => {
  const browser = await openBrowser()
  const { service } = browser
  const founder = await service.signIn('school')
  const email = founder.user.email ?? ''
  const svp = await service.signIn('svp')
  const place = await placeIn(service, 'IN')
  const [waiting, wrong, checked] = ['A', 'B', 'C'].map((letter) => `${letter} ${newSchoolName()}`)
  for (const [name, decision] of [
    [waiting, null],
    [wrong, { status: 'rejected', reason: 'The address is that of a shop.' }],
    [checked, { status: 'verified' }],
  ] as const) {
    const { id } = await makeSchool(service, founder, schoolDetails(place, { name: name ?? '' }))
    if (decision)
      await service.call(verifySchool, { params: { id }, body: decision }, { token: svp.accessToken })
  }
  const page = browser.newPage()
  await signInToAccount(page, email)
  await page.waitFor(() =>
    assert.deepEqual(rowsOf(page), [
      `${waiting}: In checking, day 1 of 2We’ll write to ${email}.`,
      `${wrong}: Correct this“The address is that of a shop.”`,
      `${checked}: Verified`,
    ]),
  )
})

test('schools that could not be loaded can be loaded again, and other platforms ask for none', async () => {
  const browser = await openBrowser()
  const { email } = await browser.service.makeUser({ platforms: ['school'] })
  const page = browser.newPage()
  const stop = page.answer('/api/schools', () => refusal(500, { code: 'unexpected' }))
  await signInToAccount(page, email)
  await page.waitFor(() => assert.deepEqual(rowsOf(page), ['Schools: Could not be loaded']))
  stop()
  await page.press('Try again to load your schools')
  await page.waitFor(() => assert.deepEqual(rowsOf(page), []))

  const other = (await openBrowser()).newPage()
  await openOwnAccount(other, 'professor')
  await other.find('button', /^Professor Portal/)
  assert.deepEqual(other.sentTo('/api/schools'), [])
})
