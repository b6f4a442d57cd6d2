import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { fakeBrowser, memoryStorage, setGlobal, throwingStorage } from '../api/test-browser.ts'
import { expiresAtMs, replaceTokens } from './refresh.ts'
import { clearStoredAuth, readStoredAuth, storeAuth } from './stored-auth.ts'
import { authOf } from './test-sessions.ts'

beforeEach(() => {
  fakeBrowser()
})

test('stores a separate session for each platform under a fixed key', () => {
  const student = authOf('student')
  storeAuth(student)
  storeAuth(authOf('school', { refreshToken: 'rt_school' }))
  assert.deepEqual(readStoredAuth('student'), student)
  assert.equal(readStoredAuth('school')?.refreshToken, 'rt_school')
  assert.deepEqual(JSON.parse(localStorage.getItem('foyer.auth.student') ?? ''), student)
  clearStoredAuth('student')
  assert.equal(readStoredAuth('student'), null)
  assert.equal(readStoredAuth('school')?.refreshToken, 'rt_school')
})

test('stores the session of a shared computer for the tab only, and leaves a stored session where it is', () => {
  storeAuth(authOf('school'))
  localStorage.setItem('foyer.shared', '1')
  storeAuth(authOf('student'))
  storeAuth(authOf('school', { refreshToken: 'rt_renewed' }))
  assert.equal(localStorage.getItem('foyer.auth.student'), null)
  assert.deepEqual(readStoredAuth('student'), authOf('student'))
  assert.equal(readStoredAuth('school')?.refreshToken, 'rt_renewed')
  assert.equal(sessionStorage.getItem('foyer.auth.school'), null)
  localStorage.removeItem('foyer.shared')
  storeAuth(authOf('student', { refreshToken: 'rt_renewed' }))
  assert.equal(localStorage.getItem('foyer.auth.student'), null)
  clearStoredAuth('student')
  assert.equal(readStoredAuth('student'), null)
})

test('treats a record that is not a session of the platform as signed out', async (t) => {
  const auth = authOf('student')
  const cases: [string, unknown][] = [
    ['no JSON', '{'],
    ['null', 'null'],
    ['a list', '[]'],
    ['another platform', JSON.stringify({ ...auth, platform: 'school' })],
    ['no refresh token', JSON.stringify({ ...auth, refreshToken: undefined })],
    ['a number for a token', JSON.stringify({ ...auth, accessToken: 1 })],
    ['no user', JSON.stringify({ ...auth, user: undefined })],
    ['a user without a uuid', JSON.stringify({ ...auth, user: { ...auth.user, uuid: undefined } })],
    ['a user with a number for a name', JSON.stringify({ ...auth, user: { ...auth.user, lastName: 7 } })],
  ]
  for (const [name, text] of cases) {
    await t.test(name, () => {
      localStorage.setItem('foyer.auth.student', String(text))
      assert.equal(readStoredAuth('student'), null)
    })
  }
})

test('keeps a session signed in whose record lacks isEmailVerified', () => {
  const { isEmailVerified: _, ...olderUser } = authOf('student').user
  const older = { ...authOf('student'), user: olderUser }
  localStorage.setItem('foyer.auth.student', JSON.stringify(older))
  assert.deepEqual(readStoredAuth('student'), older)
  assert.equal(replaceTokens('student', 'rt_1', { accessToken: 'a2', refreshToken: 'rt_2' }), true)
  assert.deepEqual(readStoredAuth('student')?.user, olderUser)
})

test('reads blocked storage as signed out and keeps a new session as long as the page', () => {
  setGlobal('localStorage', throwingStorage())
  assert.equal(readStoredAuth('student'), null)
  clearStoredAuth('student')
  storeAuth(authOf('student'))
  assert.equal(readStoredAuth('student')?.refreshToken, 'rt_1')
  clearStoredAuth('student')
  assert.equal(readStoredAuth('student'), null)
})

test('does not bring back the old session when storage is full', () => {
  storeAuth(authOf('student', { refreshToken: 'rt_old' }))
  const open = localStorage
  setGlobal('localStorage', { ...memoryStorage(), getItem: open.getItem, setItem: throwingStorage().setItem })
  storeAuth(authOf('student', { refreshToken: 'rt_new' }))
  assert.equal(readStoredAuth('student')?.refreshToken, 'rt_new')
  setGlobal('localStorage', open)
  clearStoredAuth('student')
})

test('replaces tokens only while storage holds the refreshed one', () => {
  storeAuth(authOf('student', { refreshToken: 'rt_1' }))
  assert.equal(replaceTokens('student', 'rt_1', { accessToken: 'a2', refreshToken: 'rt_2' }), true)
  assert.equal(readStoredAuth('student')?.accessToken, 'a2')
  assert.equal(replaceTokens('student', 'rt_1', { accessToken: 'a3', refreshToken: 'rt_3' }), false)
  assert.equal(readStoredAuth('student')?.refreshToken, 'rt_2')
  clearStoredAuth('student')
  assert.equal(replaceTokens('student', 'rt_2', { accessToken: 'a4', refreshToken: 'rt_4' }), false)
  assert.equal(readStoredAuth('student'), null)
})

test('reads the expiry of an access token in base64url', () => {
  const payload = Buffer.from(JSON.stringify({ name: 'Åsa >>>???', exp: 1_900_000_000 }))
  assert.match(payload.toString('base64url'), /[-_]/)
  assert.equal(expiresAtMs(`e30.${payload.toString('base64url')}.sig`), 1_900_000_000_000)
  for (const unreadable of ['', 'abc', 'a.%%%.c', `a.${btoa('{"exp":"soon"}')}.c`]) {
    assert.equal(expiresAtMs(unreadable), null)
  }
})
