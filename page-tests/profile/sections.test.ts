/** Tests the overview of the profile, and the sections that refer to lists or differ from others (product 7.3). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { json } from '../browser/answers.ts'
import { openPage } from '../browser/browser.ts'
import { entryNames, openProfile } from './profile-steps.ts'

test('the overview counts what the profile has, names the next step and leads there', async () => {
  const { page } = await openProfile()
  await page.sees('Your profile: 0 of 5')
  await page.press('Write about you')
  await page.heading('About you')
  await page.type(/^About you .optional/, 'I teach physics.')
  await page.press('Save')
  await page.sees('Saved.')
  await page.focused('title')
  await page.press('Your profile')
  await page.sees('Your profile: 1 of 5')
  await page.sees('I teach physics.')
  await page.press('Add your education')
  await page.heading('Education')
  await page.press('Add a school or university')
  assert.ok(!page.document.querySelector<HTMLDetailsElement>('.profile-more')?.open, 'rare fields are open')
  await page.type('School or university', 'Hill School')
  await page.press('Add')
  await page.press('Next: your subjects')
  await page.heading('Subjects')
})

test('a language is found by its beginning, and its name is shown to everybody who reads the profile', async () => {
  const { page } = await openProfile('languages')
  await page.press('Add a language')
  await page.focused('profile-languageId')
  await page.waitFor(() => assert.ok(page.document.getElementById('profile-languageId')?.ariaBusy === null))
  await page.press('Add')
  await page.described('profile-languageId', /Choose a language/)
  await page.type('Language', 'Elvish')
  await page.press('Add')
  await page.described('profile-languageId', /Choose one of the list/)
  await page.type('Language', 'telu')
  await page.choose('How well you speak it', 'First language')
  await page.press('Add')
  await page.find('heading', 'Telugu')
  await page.sees('First language')

  await page.press('Add a language')
  await page.type('Language', 'Telugu')
  await page.press('Add')
  await page.notice('This is in the list already.')
  await page.press('Cancel')
  await page.press('Change “Telugu”')
  await page.waitFor(() =>
    assert.equal((page.document.getElementById('profile-languageId') as HTMLInputElement).value, 'Telugu'),
  )
  await page.choose('How well you speak it', 'Fluently')
  await page.press('Save')
  await page.sees('Fluently')
  await page.press('Your profile')
  await page.sees('Telugu')
})

test('the states follow the chosen country, and another country forgets the state', async () => {
  const { page } = await openProfile('preferred-work-locations')
  await page.press('Add a place')
  await page.waitFor(() => assert.ok(page.document.getElementById('profile-countryId')?.ariaBusy === null))
  await page.type('Country', 'India')
  await page.waitFor(() => assert.ok(page.document.getElementById('profile-stateId')?.ariaBusy === null))
  await page.type('State or province', 'Karnataka')
  await page.type('City', 'Bengaluru')
  await page.press('Add')
  await page.find('heading', 'India')
  await page.sees('Karnataka · Bengaluru')
  await page.press('Change “India”')
  await page.waitFor(() =>
    assert.equal((page.document.getElementById('profile-stateId') as HTMLInputElement).value, 'Karnataka'),
  )
  await page.type('Country', 'Nepal')
  await page.type('City', 'Kathmandu')
  await page.press('Save')
  await page.find('heading', 'Nepal')
  await page.waitFor(() => assert.doesNotMatch(page.text(), /Karnataka/))
})

test('a video can only be added and deleted, and comes back at the end', async () => {
  const { page } = await openProfile('video-portfolio')
  for (const title of ['Rain', 'Light']) {
    await page.press('Add a video')
    await page.type('Title', title)
    await page.type('Link to the video', `vimeo.com/${title.length}`)
    await page.press('Add')
    await page.find('heading', title)
  }
  assert.equal(page.get.queryByRole('button', { name: /^(Change|Move)/ }), null)
  await page.press('Delete “Rain”')
  await page.press('Undo')
  await page.find('heading', 'Rain')
  assert.deepEqual(entryNames(page), ['Light', 'Rain'])
})

test('before an entry with files is deleted, the user is told that the files cannot come back', async () => {
  const { page } = await openProfile('certifications')
  await page.press('Add a certificate')
  await page.type('Certificate', 'First aid')
  await page.press('Add')
  await page.find('heading', 'First aid')
  page.answer(/^\/api\/profile\/certifications\/[^/]+\/evidences$/, () =>
    json(200, {
      data: [
        {
          id: '7b1e4c90-8d25-4a6f-b3e1-2f9c5a7d6e84',
          type: 'application/pdf',
          size: 4_000,
          created_at: '2026-11-20T09:30:00.000Z',
        },
      ],
      meta: { page: -1, page_size: 1, total: 1 },
    }),
  )
  await page.press('Delete “First aid”')
  await page.sees('Delete this and its file?')
  await page.press('Keep')
  await page.press('Delete “First aid”')
  await page.press('Delete')
  await page.sees('“First aid” was deleted.')
})

test('a school platform has no profile', async () => {
  const page = await openPage('/account/profile?platform=school')
  await page.heading('Page not found')
})
