/** Tests the list of schools to check, and the decision on one school (product 7.4). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { listSchools } from '@foyer/contract/schools/school-routes'
import { toWire } from '@foyer/contract/wire'
import { mailsTo, placeIn } from '../../api/src/features/schools/test-schools.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { json, networkError, refusal } from '../browser/answers.ts'
import type { Page } from '../browser/page.ts'
import { openQueue } from './verification-steps.ts'

const schoolPath = /^\/api\/schools\/[\da-f-]{36}$/
const decisionPath = /^\/api\/schools\/[^/]+\/verify$/

const namesOf = (page: Page) =>
  [...page.document.querySelectorAll('.school-entry h2')].map((name) => page.text(name))
const lists = (page: Page, names: string[]) => page.waitFor(() => assert.deepEqual(namesOf(page), names))

test('the list begins with the schools to check, and is narrowed by name, status and country', async () => {
  const { page, word, make, decide, service, open, search } = await openQueue()
  const elsewhere = await placeIn(service, 'IS')
  await make('B', elsewhere)
  await make('A')
  const verified = await make('C')
  await decide(verified.id, { status: 'verified' })
  const refused = await make('D')
  await decide(refused.id, { status: 'rejected', reason: 'Unknown' })
  await open()
  await page.heading('Schools to check')
  await search()
  await lists(page, [`B ${word}`, `A ${word}`])
  await page.sees('2 schools, the longest wait first')
  await page.sees('Secondary school, India')
  await page.sees('Waiting since today')
  await page.choose('Country', 'Iceland')
  await lists(page, [`B ${word}`])
  await page.choose('Country', 'All')
  await page.choose('Status', 'Refused')
  await lists(page, [`D ${word}`])
  await page.sees('Registered just now')
  await page.choose('Status', 'All')
  await lists(
    page,
    ['A', 'B', 'C', 'D'].map((letter) => `${letter} ${word}`),
  )
  await page.choose('Status', 'Verified')
  await lists(page, [`C ${word}`])
  await page.type('Name of the school', 'Nothingofthissort')
  await page.press('Search')
  await page.sees('No school matches.')
})

test('a longer list is loaded as one scrolls, and again after a failure', async () => {
  const { page, word, open, search } = await openQueue()
  const school = (index: number) => ({
    id: randomUUID(),
    name: `School ${index} ${word}`,
    type: 'primary',
    board: null,
    country_id: randomUUID(),
    state_id: null,
    logo: null,
    status: 'unverified',
    submitted_at: '2026-03-01T10:12:00.000Z',
    created_at: '2026-03-01T10:12:00.000Z',
  })
  const schools = Array.from({ length: 23 }, (_, index) => school(index))
  let isBroken = true
  page.answer(listSchools.path, ({ query }) => {
    if (query.get('search') === null) return undefined
    if (query.get('page') === '2' && isBroken) throw networkError()
    const start = 20 * (Number(query.get('page')) - 1)
    return json(200, { data: schools.slice(start, start + 20), meta: { page: 1, page_size: 20, total: 23 } })
  })
  await open()
  await page.heading('Schools to check')
  await search()
  await page.notice(/connection|answer/i)
  assert.equal(namesOf(page).length, 20)
  isBroken = false
  await page.press('Try again to load more schools')
  await lists(
    page,
    schools.map(({ name }) => name),
  )
})

test('a verifier without schools to check is told so', async () => {
  const { page, open } = await openQueue()
  page.answer(listSchools.path, () => json(200, { data: [], meta: { page: 1, page_size: 20, total: 0 } }))
  await open()
  await page.sees('All schools are checked')
})

test('a school shows its record, is verified after a question, and the next one follows', async () => {
  const { page, word, make, read, founderEmail, service, open, search } = await openQueue()
  const { id } = await make('A', {
    board: 'CBSE',
    address: '14 Lake Road\nMysuru',
    website: 'https://valley.example',
    contact: { firstName: 'Meera', lastName: 'Iyer', email: 'meera@example.com', phone: '+919876543210' },
  })
  await make('B')
  await open()
  await page.heading('Schools to check')
  await search()
  await page.press(`A ${word}`)
  await page.heading(`A ${word}`)
  assert.equal(page.url.hash, `#${id}`)
  for (const text of ['CBSE', '14 Lake Road Mysuru', 'Meera Iyer', '+919876543210', founderEmail])
    await page.sees(text)
  await page.sees(/, India/)
  const website = await page.find('link', /^https:\/\/valley\.example/)
  assert.equal(website.getAttribute('rel'), 'noopener noreferrer')
  await page.press('Verify')
  await page.sees('We’ll email its users that we have checked and verified their school.')
  await page.press('Cancel')
  await page.focused('verify-school')
  assert.equal((await read(id)).status, 'unverified')
  await page.press('Verify')
  await page.press('Verify school')
  await page.heading(`B ${word}`)
  await page.sees(`A ${word} is verified. We email its users.`)
  assert.equal((await read(id)).status, 'verified')
  assert.deepEqual(await mailsTo(service, founderEmail), ['school-verified'])
  await page.press('Back to schools to check')
  await lists(page, [`B ${word}`])
})

test('a refusal needs a reason, which the school reads word for word', async () => {
  const { page, word, make, read, open, search } = await openQueue()
  const { id } = await make('A')
  await open()
  await page.heading('Schools to check')
  await search()
  await page.press(`A ${word}`)
  await page.press('Refuse')
  await page.focused('refuse-reason')
  await page.sees('your reason, word for word')
  await page.press('Refuse school')
  await page.described('refuse-reason', /Enter what the school must correct/)
  await page.type('Reason', 'x'.repeat(1_001))
  await page.press('Refuse school')
  await page.described('refuse-reason', /1000|1,000/)
  assert.equal((await read(id)).status, 'unverified')
  await page.type('Reason', '')
  await page.press('Show the email')
  await page.notice('Enter the reason first.')
  await page.type('Reason', 'The address is that of a shop.')
  await page.press('Show the email')
  await page.sees('One person gets this email.')
  await page.sees('We couldn’t verify your school')
  assert.equal((await read(id)).status, 'unverified')
  await page.user.click(await page.field('Address'))
  await page.press('Refuse school')
  await page.sees(`A ${word} is refused. We email its users.`)
  await page.sees('No school matches.')
  const { status, statusReason, partsToCorrect } = await read(id)
  assert.deepEqual(
    [status, statusReason, partsToCorrect],
    ['rejected', 'The address is that of a shop.', ['address']],
  )
  await page.choose('Status', 'Refused')
  await page.press(`A ${word}`)
  await page.sees('The address is that of a shop.')
  await page.sees('To correct: Address')
  assert.ok(!page.get.queryByRole('button', { name: 'Refuse' }), 'It can be refused again')
})

test('a decision after that of another verifier is not saved, and the new state is shown', async () => {
  const { page, word, make, decide, read, open, search } = await openQueue()
  const { id } = await make('A')
  await open()
  await page.heading('Schools to check')
  await search()
  await page.press(`A ${word}`)
  await page.press('Verify')
  await decide(id, { status: 'rejected', reason: 'The website is another school’s.' })
  await page.press('Verify school')
  await page.notice('Another verifier has refused this school meanwhile.')
  await page.sees('The website is another school’s.')
  assert.equal((await read(id)).status, 'rejected')
  await page.press('Verify')
  await page.press('Verify school')
  await page.sees(`A ${word} is verified.`)
  assert.equal((await read(id)).status, 'verified')
})

test('a school that changed meanwhile is read again, and the typed reason is kept', async () => {
  const { page, word, make, service, open, search } = await openQueue()
  const { id } = await make('A')
  await open()
  await page.heading('Schools to check')
  await search()
  await page.press(`A ${word}`)
  await page.press('Refuse')
  await page.type('Reason', 'No such board')
  await page.user.click(await page.field('Board'))
  const { db } = service.services
  await db.updateTable('schools').set({ board: 'CISCE' }).where('id', '=', id).execute()
  await page.press('Refuse school')
  await page.notice('This school has changed meanwhile')
  await page.sees('CISCE')
  await page.press('Refuse')
  assert.equal((await page.field('Reason')).value, 'No such board')
  assert.ok((await page.field('Board')).checked, 'The chosen part is lost')
})

test('a record or a decision that fails says why, and can be tried again', async () => {
  const { page, word, make, read, open, search } = await openQueue()
  const { id } = await make('A')
  const stop = page.answer(schoolPath, () => refusal(500, { code: 'unexpected' }))
  await open()
  await page.heading('Schools to check')
  await search()
  await page.press(`A ${word}`)
  await page.press('Try again to load the school')
  await page.find('button', 'Try again to load the school')
  stop()
  await page.press('Try again to load the school')
  await page.press('Verify')
  const recover = page.answer(decisionPath, () => {
    throw networkError()
  })
  await page.press('Verify school')
  await page.notice(/connection|answer/i)
  recover()
  await page.press('Verify school')
  await page.sees(`A ${word} is verified.`)
  assert.equal((await read(id)).status, 'verified')
})

test('a link opens a school, and says that a deleted school is gone', async () => {
  const { page, open } = await openQueue(`#${randomUUID()}`)
  await open()
  await page.sees('This school is no longer here.')
  await page.press('Back to schools to check')
  await page.heading('Schools to check')
})

test('an ended session asks the verifier to sign in again, and keeps the school open', async () => {
  const { page, word, make, open, search, read } = await openQueue()
  const { id } = await make('A')
  await open()
  await page.heading('Schools to check')
  await search()
  await page.press(`A ${word}`)
  await page.press('Verify')
  page.window.localStorage.clear()
  await page.press('Verify school')
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.sees(`A ${word} is verified.`)
  assert.equal((await read(id)).status, 'verified')
})

test('schools of a service that does not say yet since when they wait count from their registration', async () => {
  const { page, word, make, read, open, search } = await openQueue()
  const { id } = await make('A')
  const { submittedAt: _, ...older } = await read(id)
  page.answer(listSchools.path, () =>
    json(200, { data: [toWire(older)], meta: { page: 1, page_size: 20, total: 1 } }),
  )
  page.answer(schoolPath, () => json(200, { data: toWire(older) }))
  await open()
  await page.heading('Schools to check')
  await search()
  await page.sees('Waiting since today')
  await page.press(`A ${word}`)
  await page.heading(`A ${word}`)
  await page.find('button', 'Verify')
})
