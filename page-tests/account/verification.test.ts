/** Tests the decision on a school (product 7.4). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { listSchools } from '@foyer/contract/schools/school-routes'
import { toWire } from '@foyer/contract/wire'
import { mailsTo } from '../../api/src/features/schools/test-schools.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { json, networkError, refusal } from '../browser/answers.ts'
import { lists, openQueue } from './verification-steps.ts'

const schoolPath = /^\/api\/schools\/[\da-f-]{36}$/
const decisionPath = /^\/api\/schools\/[^/]+\/verify$/

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
  const website = await page.find('link', /^valley\.example/)
  assert.equal(website.getAttribute('rel'), 'noopener noreferrer')
  await page.press('Verify')
  await page.sees('We’ll email its users that we have checked and verified their school.')
  await page.press('Cancel')
  await page.focused('verify-school')
  await page.press('Verify')
  await page.user.keyboard('{Escape}')
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
  await search()
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
