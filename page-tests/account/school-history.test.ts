/** Tests what a verifier reads about the past of a school (product 7.4). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { listSchoolHistory } from '@foyer/contract/schools/school-history'
import { changeSchool, verifySchool } from '@foyer/contract/schools/school-routes'
import { makeSchool, placeIn, schoolDetails } from '../../api/src/features/schools/test-schools.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { networkError } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'

const historyPath = /^\/api\/schools\/[^/]+\/history$/

async function openSchool() {
  const browser = await openBrowser()
  const { service } = browser
  const founder = await service.signIn('school')
  const officer = await service.signIn('svp')
  const details = schoolDetails(await placeIn(service, 'IN'), { name: `H ${randomUUID()}` })
  const { id } = await makeSchool(service, founder, details)
  const page = browser.newPage()
  return {
    page,
    refuse: (reason: string) =>
      service.call(
        verifySchool,
        { params: { id }, body: { status: 'rejected', reason, partsToCorrect: ['address'] } },
        { token: officer.accessToken },
      ),
    verify: () =>
      service.call(
        verifySchool,
        { params: { id }, body: { status: 'verified' } },
        { token: officer.accessToken },
      ),
    rename: (name: string) =>
      service.call(
        changeSchool,
        { params: { id }, body: { ...details, name } },
        { token: founder.accessToken },
      ),
    change: (address: string) =>
      service.call(
        changeSchool,
        { params: { id }, body: { ...details, address } },
        { token: founder.accessToken },
      ),
    read: async () =>
      (await service.call(listSchoolHistory, { params: { id } }, { token: officer.accessToken })).data.total,
    async open(name = details.name) {
      await page.goto(`/account/verification?platform=svp#${id}`)
      await page.type(/^Email/, officer.user.email ?? '')
      await page.type('Password', rightPassword)
      await page.user.keyboard('{Enter}')
      await page.heading(name)
    },
  }
}

const eventsOf = (page: Page) =>
  [...page.document.querySelectorAll('.school-event')].map((event) => page.text(event))

test('a school shows its history in plain words, with the reasons of decisions', async () => {
  const { page, refuse, change, open } = await openSchool()
  await refuse('The address is that of a shop.')
  await change('14 Lake Road')
  await open()
  await page.find('heading', 'History')
  await page.waitFor(() =>
    assert.deepEqual(eventsOf(page), [
      'Corrected by Asha Rao: address',
      'Refused by Asha Rao',
      'Sent in by Asha Rao',
    ]),
  )
  const refusal = page.document.querySelector('.school-history [data-event="refused"]')
  assert.match(page.text(refusal ?? undefined), /The address is that of a shop\. ?To correct: address$/)
})

test('a verified school that changes its name is not called corrected, and waits for another check', async () => {
  const { page, verify, rename, open } = await openSchool()
  await verify()
  const name = `N ${randomUUID()}`
  await rename(name)
  await open(name)
  await page.waitFor(() =>
    assert.deepEqual(eventsOf(page), [
      'Changed by Asha Rao: name',
      'Verified by Asha Rao',
      'Sent in by Asha Rao',
    ]),
  )
  await page.sees('No longer verified. The school waits for another check.')
})

test('a longer history shows more with a key, and goes on at the first new entry', async () => {
  const { page, change, read, open } = await openSchool()
  for (let count = 0; count < 22; count += 1) await change(`${count} Lake Road`)
  assert.equal(await read(), 23)
  await open()
  let isBroken = true
  page.answer(historyPath, ({ query }) => {
    if (query.get('page') === '2' && isBroken) throw networkError()
    return undefined
  })
  const more = await page.find('button', 'Show more of the history')
  assert.equal(eventsOf(page).length, 20)
  more.focus()
  await page.user.keyboard('{Enter}')
  await page.notice(/connection|answer/i)
  isBroken = false
  await page.press('Try again to load more of the history')
  await page.focused('school-event-20')
  assert.equal(eventsOf(page).length, 23)
  assert.equal(eventsOf(page).at(-1), 'Sent in by Asha Rao')
  assert.ok(!page.get.queryByRole('button', { name: /^Show more/ }), 'There is more')
})

test('a history that does not load can be loaded again, and the decision does not wait for it', async () => {
  const { page, open } = await openSchool()
  const stop = page.answer(historyPath, () => {
    throw networkError()
  })
  await open()
  await page.find('button', 'Verify')
  await page.find('button', 'Try again to load the history')
  stop()
  await page.press('Try again to load the history')
  await page.sees('Sent in by Asha Rao')
})
