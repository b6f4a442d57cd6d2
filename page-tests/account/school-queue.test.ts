/** Tests the list of schools to check (product 7.4). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { listSchools } from '@foyer/contract/schools/school-routes'
import { placeIn } from '../../api/src/features/schools/test-schools.ts'
import { json, networkError } from '../browser/answers.ts'
import { lists, namesOf, openQueue } from './verification-steps.ts'

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
  await page.sees('The first 20 of 23 schools, the longest wait first')
  isBroken = false
  await page.press('Try again to load more schools')
  await lists(
    page,
    schools.map(({ name }) => name),
  )
})

test('the choice stays in the address, a school can wait for later, and the whole list follows the only match', async () => {
  const { page, word, make, open, search } = await openQueue()
  const first = await make('A')
  await make('B', { name: `B ${word} Only` })
  await open()
  await page.heading('Schools to check')
  await search()
  await page.press(`A ${word}`)
  await page.press('Next school')
  await page.heading(`B ${word} Only`)
  assert.ok(!page.get.queryAllByRole('button', { name: 'Next school' }).length, 'no school is left')
  await page.press('Back to schools to check')
  await page.choose('Status', 'All')
  await page.shows(/status=all/)
  await page.reload()
  await lists(page, [`A ${word}`, `B ${word} Only`])
  assert.equal(new URLSearchParams(page.url.search).get('search'), word)
  await page.choose('Status', 'To check')
  await page.type('Name of the school', 'Only')
  await page.press('Search')
  await page.press(`B ${word} Only`)
  await page.press('Verify')
  await page.press('Verify school')
  await page.sees(`B ${word} Only is verified.`)
  await page.waitFor(() => assert.ok(page.document.getElementById(`school-${first.id}`)))
  assert.ok(!page.url.search.includes('search'))
})

test('a verifier without schools to check is told so', async () => {
  const { page, open } = await openQueue()
  page.answer(listSchools.path, () => json(200, { data: [], meta: { page: 1, page_size: 20, total: 0 } }))
  await open()
  await page.sees('All schools are checked')
})
