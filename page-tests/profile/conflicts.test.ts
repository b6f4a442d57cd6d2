/** Tests that two windows never overwrite each other's changes of a profile silently (product 7.3). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entryNames, openProfile } from './profile-steps.ts'

test('a user whose entry was changed in another window chooses a version', async () => {
  const { browser, page } = await openProfile('interests')
  await page.press('Add an interest')
  await page.type('Interest', 'Birds')
  await page.press('Add')
  await page.find('heading', 'Birds')
  const other = await browser.open('/account/profile/interests?platform=student')
  for (const [theirs, choice, expected] of [
    ['Owls', 'Keep what I wrote', 'Eagles'],
    ['Hawks', 'Use the other version', 'Hawks'],
  ] as const) {
    const [before = ''] = entryNames(page)
    await page.press(`Change “${before}”`)
    await page.type('Interest', 'Eagles')
    await other.reload()
    await other.press(`Change “${before}”`)
    await other.type('Interest', theirs)
    await other.press('Save')
    await other.find('heading', theirs)
    await page.press('Save')
    await page.notice('This was changed in another window while you were writing.')
    await page.notice(theirs)
    assert.equal((await page.field('Interest')).value, 'Eagles')
    await page.press(choice)
    await page.find('heading', expected)
    assert.deepEqual(entryNames(page), [expected])
    await page.reload()
    await page.find('heading', expected)
  }
})

test('a user whose entry was deleted in another window adds it again', async () => {
  const { browser, page } = await openProfile('interests')
  await page.press('Add an interest')
  await page.type('Interest', 'Birds')
  await page.press('Add')
  await page.find('heading', 'Birds')
  const other = await browser.open('/account/profile/interests?platform=student')
  await page.press('Change “Birds”')
  await page.type('Interest', 'Owls')
  await other.press('Delete “Birds”')
  await other.sees('“Birds” was deleted.')
  await page.press('Save')
  await page.notice('This was deleted in another window while you were writing.')
  await page.press('Add mine again')
  await page.find('heading', 'Owls')
  await page.reload()
  await page.find('heading', 'Owls')
  assert.deepEqual(entryNames(page), ['Owls'])
})

test('a change between reading and saving is refused by the service, and the user chooses too', async () => {
  const { page } = await openProfile('about')
  await page.type('Headline', 'Teacher')
  await page.press('Save')
  await page.sees('Saved.')
  let isFirst = true
  page.answer('/api/profile', async ({ method, forward, body, headers }) => {
    if (method !== 'PUT' || !isFirst) return undefined
    isFirst = false
    const other = { ...body, headline: 'Head teacher' }
    const { authorization = '' } = Object.fromEntries(headers)
    await page.window.fetch('/api/profile', {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(other),
    })
    return forward()
  })
  await page.type('Headline', 'Teacher in Pune')
  await page.press('Save')
  await page.notice('Head teacher')
  await page.press('Keep what I wrote')
  await page.sees('Saved.')
  await page.reload()
  assert.equal((await page.field('Headline')).value, 'Teacher in Pune')
})

test('an order of a list that another window has changed is refused, and the newest list is shown', async () => {
  const { browser, page } = await openProfile('interests')
  for (const name of ['Birds', 'Chess']) {
    await page.press('Add an interest')
    await page.type('Interest', name)
    await page.press('Add')
    await page.find('heading', name)
  }
  const other = await browser.open('/account/profile/interests?platform=student')
  await other.press('Delete “Birds”')
  await other.sees('“Birds” was deleted.')
  await page.press('Move up “Chess”')
  await page.notice('This list was changed in another window. You see the newest version now.')
  await page.waitFor(() => assert.deepEqual(entryNames(page), ['Chess']))
})

test('text for an entry that is gone when the user comes back becomes a new entry', async () => {
  const { browser, page } = await openProfile('interests')
  await page.press('Add an interest')
  await page.type('Interest', 'Birds')
  await page.press('Add')
  await page.find('heading', 'Birds')
  const other = await browser.open('/account/profile/interests?platform=student')
  await page.press('Change “Birds”')
  await page.type('Interest', 'Rare birds')
  await other.press('Delete “Birds”')
  await other.sees('“Birds” was deleted.')
  await page.reload()
  await page.sees('We kept what you typed last time.')
  await page.press('Add')
  await page.find('heading', 'Rare birds')
})
