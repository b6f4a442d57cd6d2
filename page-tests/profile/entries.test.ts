/** Tests that users add, change, delete and order the entries of their profile (product 7.3). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { within } from '@testing-library/dom'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { networkError, refusal } from '../browser/answers.ts'
import type { Page } from '../browser/page.ts'
import { entryNames, openProfile } from './profile-steps.ts'

async function addInterest(page: Page, name: string): Promise<void> {
  await page.press('Add an interest')
  await page.focused('profile-name')
  await page.type('Interest', name)
  await page.press('Add')
  await page.find('heading', name)
}

test('a user adds, changes, orders and deletes entries, and puts a deleted entry back in its place', async () => {
  const { page } = await openProfile('interests')
  let orders = 0
  page.answer('/api/profile/interests/order', async (request) => {
    const answer = await request.forward()
    orders += 1
    return answer
  })
  await page.heading('Interests')
  await page.sees('What you do for fun says something about you too.')
  await page.press('Add an interest')
  await page.press('Add')
  await page.described('profile-name', /Enter an interest/)
  await page.type('Interest', 'Birds')
  await page.press('Add')
  await page.find('heading', 'Birds')
  await addInterest(page, 'Chess')
  await addInterest(page, 'Dance')
  assert.deepEqual(entryNames(page), ['Birds', 'Chess', 'Dance'])

  await page.press('Change “Birds”')
  await page.focused('profile-name')
  await page.type('Interest', 'Owls')
  await page.type('More about it', 'At night.')
  await page.press('Save')
  await page.find('heading', 'Owls')
  await page.sees('At night.')

  await page.press('Move up “Dance”')
  assert.deepEqual(entryNames(page), ['Owls', 'Dance', 'Chess'])
  await page.press('Move up “Dance”')
  assert.deepEqual(entryNames(page), ['Dance', 'Owls', 'Chess'])
  await page.waitFor(() => assert.match(page.document.activeElement?.id ?? '', /^down-/))
  await page.waitFor(() => assert.equal(orders, 2))

  await page.press('Delete “Owls”')
  await page.sees('“Owls” was deleted.')
  await page.focused('profile-undo')
  await page.press('Undo')
  await page.find('heading', 'Owls')
  assert.deepEqual(entryNames(page), ['Dance', 'Owls', 'Chess'])
  await page.waitFor(() => assert.equal(orders, 3))
  await page.reload()
  await page.find('heading', 'Owls')
  assert.deepEqual(entryNames(page), ['Dance', 'Owls', 'Chess'])
})

/** Returns a field of a date. Screen readers read the name of its group first. */
const partOf = (page: Page, group: string, label: string) =>
  within(page.get.getByRole('group', { name: group })).getByLabelText(label)

test('a form names every missing field, and the sentences of the service stand at their fields', async () => {
  const { page } = await openProfile('work-experiences')
  await page.press('Add a job')
  await page.type('Website', 'ftp://school.example')
  await page.user.selectOptions(partOf(page, 'Start', 'Month'), 'May')
  await page.press('Add')
  await page.described('profile-name', /Enter the name of the employer/)
  await page.described('profile-jobTitle', /Enter your job title/)
  await page.described('profile-startDate-month', /Enter the year too/)
  await page.type('Employer', 'Green Valley School')
  await page.type('Job title', 'Teacher')
  await page.user.type(partOf(page, 'Start', 'Year'), '२०२३')
  await page.user.type(partOf(page, 'End', 'Year'), '2020')
  await page.press('Add')
  await page.described('profile-url', /Enter a link that begins with https:\/\//)
  await page.type('Website', 'school.example')
  await page.press('Add')
  await page.described('profile-endDate', /The end can’t be before the start/)
  await page.user.click(await page.field('I still work here'))
  await page.press('Add')
  await page.find('heading', 'Teacher')
  await page.sees('Green Valley School')
  await page.sees('May 2023 – now')
  await page.sees('school.example')
})

test('a section that cannot be loaded says why and loads again, and a slow one says that it is loading', async () => {
  const { browser, page } = await openProfile()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let isDown = true
  page.answer('/api/profile/awards', async ({ method }) => {
    if (method !== 'GET') return undefined
    if (isDown) throw networkError()
    await held
    return undefined
  })
  await page.goto('/account/profile/awards?platform=student')
  await page.notice(/could not|reach|answer/i)
  isDown = false
  await page.press('Try again to load your entries')
  await page.sees('Loading your entries…')
  release()
  await page.sees('Prizes and medals')

  await page.press('Add an award')
  await page.type('Award', 'First prize')
  browser.setOnline(false)
  await page.press('Add')
  await page.notice(/offline/i)
  assert.equal((await page.field('Award')).value, 'First prize')
  browser.setOnline(true)
  await page.find('heading', 'First prize')
})

test('what the user typed survives a reload, and the overview leads back to it', async () => {
  const { page } = await openProfile('awards')
  await page.press('Add an award')
  await page.type('Award', 'Second prize')
  await page.type('More about it', 'In chess.')
  await page.goto('/account/profile?platform=student')
  await page.sees('You have text in “Awards” that you did not save.')
  await page.goto('/account/profile/awards?platform=student')
  await page.sees('We kept what you typed last time.')
  assert.equal((await page.field('Award')).value, 'Second prize')
  await page.press('Start over')
  assert.equal((await page.field('Award')).value, '')
  await page.type('Award', 'Third prize')
  await page.press('Cancel')
  await page.reload()
  await page.press('Add an award')
  assert.equal((await page.field('Award')).value, '')
})

test('a user who signs in on the sign-in page after an ended session is told of what was typed', async () => {
  const { page } = await openProfile('awards')
  await page.press('Add an award')
  await page.type('Award', 'Fourth prize')
  const release = page.answer(/^\/api\//, ({ path }) =>
    path.startsWith('/api/profile') || path.endsWith('/refresh-token')
      ? refusal(401, { code: 'session-ended', message: 'Your session has ended. Please sign in again.' })
      : undefined,
  )
  await page.press('Add')
  await page.press('Sign in another way')
  await page.shows(/return=account-profile/)
  release()
  await page.heading('Welcome back, Asha')
  await page.type('Password', rightPassword)
  await page.press('Sign in')
  await page.sees('You have text in “Awards” that you did not save.')
})
