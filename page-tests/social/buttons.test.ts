/** Tests which provider buttons a page shows. The tests read the marks on <html>, which the style sheets follow (N-93). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { json } from '../browser/answers.ts'
import { signInPage, socialBrowser, socialService } from './social-steps.ts'

const cacheKey = 'foyer.feature-toggles'
const togglePath = '/api/documents/feature-toggles'
const on = JSON.stringify({ socialAuth: { isEnabled: true, providers: ['google', 'facebook', 'apple'] } })

test('social buttons stay as they are after a malformed answer, and a malformed cache leaves those that the service has marked', async () => {
  const browser = await socialBrowser()
  const off = JSON.stringify({ socialAuth: { isEnabled: false, providers: [] } })
  for (const [cached, shown] of [
    [on, 'on'],
    [off, 'off'],
    ['{"socialAuth":{"isEnabled":1}}', 'on'],
  ] as const) {
    browser.storage.set(cacheKey, cached)
    const visit = browser.newPage()
    visit.answer(togglePath, () =>
      json(200, { data: { toggles: { socialAccountAuthentication: { enabled: 1 } } } }),
    )
    await visit.goto(signInPage)
    await visit.waitFor(() => assert.equal(visit.sentTo(togglePath).length, 1))
    await visit.find('button', 'Next')
    assert.equal(visit.document.documentElement.dataset.google, shown)
    assert.equal(visit.window.localStorage.getItem(cacheKey), cached)
  }
})

test('social buttons are absent from frames, and from pages of other platforms', async () => {
  const { service } = await socialService()
  const frame = '/?platform=student&iframe=true&origin=https%3A%2F%2Fstudent.example'
  for (const [path, isThere] of [
    [signInPage, true],
    ['/?platform=professor', false],
    [frame, false],
  ] as const) {
    const { statusCode, body } = await service.app.inject(path)
    assert.deepEqual([statusCode, body.includes('Continue with')], [200, isThere], path)
  }
})

test('the provider used last is not offered when the toggle does not list it', async () => {
  const browser = await socialBrowser()
  browser.storage.set(cacheKey, JSON.stringify({ socialAuth: { isEnabled: true, providers: ['apple'] } }))
  const person = {
    uuid: 'a3a0a7e8-7d1c-4a53-8a5e-0d3c7a1c9b11',
    identifier: 'ravi@example.com',
    firstName: 'Ravi',
    fullName: 'Ravi Kumar',
    picture: null,
  }
  browser.storage.set(
    'foyer.person.student',
    JSON.stringify({ ...person, method: 'google', keptAt: Date.now() }),
  )
  const page = await browser.open(signInPage)
  await page.find('button', 'Continue as Ravi')
  const { dataset } = page.document.documentElement
  assert.deepEqual([dataset.last, dataset.google, dataset.apple], [undefined, 'off', 'on'])
})
