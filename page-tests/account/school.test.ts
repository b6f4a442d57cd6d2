/** Tests the page of a user's school: its check, its record, its logo (product 7.4). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toWire } from '@foyer/contract/wire'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { json, networkError, refusal } from '../browser/answers.ts'
import type { Page } from '../browser/page.ts'
import { newSchoolName } from '../sign-up/school-steps.ts'
import { openSchool, recordPath, schoolPagePath } from './school-page-steps.ts'

const factsOf = (page: Page) =>
  page.get
    .queryAllByRole('term')
    .map((term) => `${page.text(term)}: ${page.text(term.nextElementSibling ?? undefined)}`)

test('a school in checking says on which day, and shows its record', async () => {
  const { page, name, make, open } = await openSchool()
  await make({ board: 'CBSE', contact: { firstName: 'Meera', lastName: 'Iyer', phone: '+919876543210' } })
  await open()
  await page.heading(name)
  await page.sees('In checking, day 1 of 2')
  await page.sees('when we have checked.')
  await page.waitFor(() =>
    assert.deepEqual(factsOf(page).slice(0, 3), [
      `Name: ${name}`,
      'Type of school: Secondary school',
      'Board: CBSE',
    ]),
  )
  await page.sees('Andaman and Nicobar Islands')
  assert.deepEqual(factsOf(page).slice(4), [
    'Address: Not given',
    'Website: Not given',
    'Contact person: Meera Iyer+919876543210',
  ])
})

test('a part is changed in its place, and the others stay', async () => {
  const { page, name, make, read, open } = await openSchool()
  const { id } = await make({ board: 'CBSE', address: '14 Lake Road' })
  await open()
  await page.heading(name)
  await page.press('Change website')
  await page.focused('school-website')
  await page.type('Website', 'lake.example/about')
  await page.press('Save')
  await page.sees('Saved.')
  await page.focused('title')
  await page.press('Change board')
  await page.type('Board', 'IB')
  await page.press('Cancel')
  await page.focused('change-board')
  const { website, board, address, status } = await read(id)
  assert.deepEqual(
    [website, board, address, status],
    ['https://lake.example/about', 'CBSE', '14 Lake Road', 'unverified'],
  )
})

test('a refused school has the named fields open, and saving sends it again', async () => {
  const { page, name, make, decide, read, open } = await openSchool()
  const { id } = await make({ website: 'https://other.example', address: '14 Lake Road' })
  const reason = 'The website is that of another school.'
  await decide(id, { status: 'rejected', reason, partsToCorrect: ['website', 'contact'] })
  await open()
  await page.heading('Correct this:')
  await page.sees(reason)
  const fields = [...page.document.querySelectorAll('form [name]')].map((field) => field.getAttribute('name'))
  assert.deepEqual(fields, [
    'school-website',
    'school-contact-firstName',
    'school-contact-lastName',
    'school-contact-email',
    'school-contact-phone',
  ])
  await page.press('Save and send again')
  await page.described('school-website', /Correct this before you send it again/)
  await page.focused('school-website')
  await page.type('Website', 'https://')
  await page.type('Contact’s phone number', '98765 43210')
  await page.press('Save and send again')
  await page.described('school-website', /begins with https:/)
  await page.described('school-contact-phone', /country code/)
  assert.equal((await read(id)).status, 'rejected')
  await page.type('Website', 'https://lake.example')
  await page.type('Contact’s phone number', '+91 98765 43210')
  await page.press('Save and send again')
  await page.sees('Saved. We check your school again.')
  await page.sees('In checking, day 1 of 2')
  const { status, website, address, contact, partsToCorrect } = await read(id)
  assert.deepEqual(
    [status, website, address, contact?.phone, partsToCorrect],
    ['unverified', 'https://lake.example', '14 Lake Road', '+919876543210', []],
  )
  await page.heading(name)
})

test('a refusal that names no field shows the details to change, and a change sends the school again', async () => {
  const { page, make, decide, read, open } = await openSchool()
  const { id } = await make()
  await decide(id, { status: 'rejected', reason: 'We know no such school.' })
  await open()
  await page.heading('Correct this:')
  await page.sees('We know no such school.')
  await page.sees('Change what is wrong in the details below.')
  assert.ok(!page.document.querySelector('form'), 'A form is open')
  await page.press('Change board')
  await page.press('Save')
  await page.sees('You changed nothing, so we don’t check your school again.')
  assert.equal((await read(id)).status, 'rejected')
  await page.press('Change board')
  await page.type('Board', 'IB')
  await page.press('Save')
  await page.sees('Saved. We check your school again.')
  assert.equal((await read(id)).status, 'unverified')
})

test('a verified school shows when it was checked, and warns before a change that undoes it', async () => {
  const { page, make, decide, read, open } = await openSchool()
  const { id } = await make()
  await decide(id, { status: 'verified' })
  await open()
  await page.sees('Verified')
  await page.sees('We checked your school today')
  await page.press('Change name')
  await page.sees('After a change, we check it again.')
  const renamed = newSchoolName()
  await page.type('Name', renamed)
  await page.press('Save')
  await page.sees('Saved. We check your school again.')
  await page.heading(renamed)
  assert.equal((await read(id)).status, 'unverified')
})

test('a change of the same field in another window is shown, and the user chooses', async () => {
  const { page, name, make, change, read, open } = await openSchool()
  const { id } = await make()
  await open()
  await page.heading(name)
  await page.press('Change board')
  await page.type('Board', 'IB')
  await change(id, { board: 'CISCE', address: '14 Lake Road' })
  await page.press('Save')
  await page.notice('This was changed in another window')
  await page.sees('CISCE')
  await page.press('Keep what I wrote')
  await page.sees('Saved.')
  const { board, address } = await read(id)
  assert.deepEqual([board, address], ['IB', '14 Lake Road'])
})

test('a record that cannot be loaded or saved can be tried again, and what was typed stays', async () => {
  const { page, name, make, read, open } = await openSchool()
  const { id } = await make()
  const stop = page.answer(recordPath, () => refusal(500, { code: 'unexpected' }))
  await open()
  await page.find('button', 'Try again to load your school')
  stop()
  await page.press('Try again to load your school')
  await page.heading(name)
  await page.press('Change board')
  await page.type('Board', 'IB')
  const recover = page.answer(recordPath, ({ method }) => {
    if (method !== 'PUT') return undefined
    throw networkError()
  })
  await page.press('Save')
  await page.notice(/connection|answer/i)
  recover()
  await page.press('Try again')
  await page.sees('Saved.')
  assert.equal((await read(id)).board, 'IB')
})

test('a user of several schools chooses one, and a user without a school is told how to get one', async () => {
  const { page, name, make, open } = await openSchool()
  await open()
  await page.sees('You have no school yet.')
  const second = newSchoolName()
  await make()
  const { id } = await make({ name: second })
  await page.goto(schoolPagePath)
  await page.heading('Your schools')
  await page.press(second)
  await page.heading(second)
  assert.equal(page.url.hash, `#${id}`)
  await page.press('Your schools')
  await page.press(name)
  await page.heading(name)
})

test('a user whose access has ended is told so', async () => {
  const { page, service, name, make, open } = await openSchool()
  const { id } = await make()
  await open()
  await page.heading(name)
  await page.press('Change board')
  await page.type('Board', 'IB')
  await service.services.db.deleteFrom('schoolAccess').where('schoolId', '=', id).execute()
  await page.press('Save')
  await page.sees('You no longer have access to this school.')
})

test('a change of another part does not stop a logo, and a logo of another window is shown first', async () => {
  const { page, name, make, change, read, open } = await openSchool()
  const { id } = await make()
  const logos = `/api/schools/${id}/logo`
  await open()
  await page.heading(name)
  const input = await page.waitFor(() =>
    page.get.getByLabelText<HTMLInputElement>('Logo', { selector: 'input' }),
  )
  const choose = () => page.user.upload(input, new File(['logo'], 'logo.png', { type: 'image/png' }))
  await change(id, { board: 'CISCE' })
  page.answer(logos, async () =>
    page.sentTo(logos).length === 1
      ? refusal(412, { code: 'precondition-failed' })
      : json(200, { data: toWire(await read(id)) }),
  )
  await choose()
  await page.sees('Logo saved.')
  await page.sees('CISCE')
  page.answer(logos, () => refusal(412, { code: 'precondition-failed' }))
  const theirs = { ...(await read(id)), logo: '/api/school-logos/x' }
  page.answer(recordPath, () => json(200, { data: toWire(theirs) }))
  await choose()
  await page.notice('The logo was changed in another window.')
  assert.ok(page.document.querySelector('img[src="/api/school-logos/x"]'), 'It shows the logo of before')
})

test('a logo that is refused says why', async () => {
  const { page, name, make, open } = await openSchool()
  const { id } = await make()
  const fields = { file: ['This is no picture'] }
  page.answer(`/api/schools/${id}/logo`, () =>
    refusal(400, { code: 'file-unreadable', field_errors: fields }),
  )
  await open()
  await page.heading(name)
  const input = await page.waitFor(() =>
    page.get.getByLabelText<HTMLInputElement>('Logo', { selector: 'input' }),
  )
  await page.user.upload(input, new File(['logo'], 'logo.png', { type: 'image/png' }))
  await page.notice('This is no picture')
})

test('an ended session asks for the password, and the change of the school is then saved', async () => {
  const { page, name, make, read, open } = await openSchool()
  const { id } = await make({ board: 'CBSE' })
  await open()
  await page.heading(name)
  await page.press('Change board')
  await page.type('Board', 'CISCE')
  page.window.localStorage.clear()
  await page.press('Save')
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.waitFor(async () => assert.equal((await read(id)).board, 'CISCE'))
  await page.sees('CISCE')
})

test('an ended session asks for the password, and the chosen logo is then uploaded', async () => {
  const { page, name, make, read, open } = await openSchool()
  const { id } = await make()
  await open()
  await page.heading(name)
  const input = await page.waitFor(() =>
    page.get.getByLabelText<HTMLInputElement>('Logo', { selector: 'input' }),
  )
  const logos = `/api/schools/${id}/logo`
  const stored = { ...(await read(id)), logo: '/api/school-logos/x' }
  page.answer(logos, ({ headers }) =>
    headers.has('authorization') ? json(200, { data: toWire(stored) }) : undefined,
  )
  page.window.localStorage.clear()
  await page.user.upload(input, new File(['logo'], 'logo.png', { type: 'image/png' }))
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.sees('Logo saved.')
  assert.ok(page.document.querySelector('img[src="/api/school-logos/x"]'), 'The logo is not shown')
})

test('a school of a service that does not say yet since when it waits counts from its registration', async () => {
  const { page, name, make, read, open } = await openSchool()
  const { id } = await make()
  const { submittedAt: _, ...older } = await read(id)
  page.answer(recordPath, () => json(200, { data: toWire(older) }))
  await open()
  await page.heading(name)
  await page.sees('In checking, day 1 of 2')
})
