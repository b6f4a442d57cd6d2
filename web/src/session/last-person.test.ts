/** Proves N-103 of docs/security-tests.md. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { fakeBrowser, setGlobal, throwingStorage } from '../api/test-browser.ts'
import {
  forgetPerson,
  isSharedComputer,
  readLastPerson,
  rememberPerson,
  setSharedComputer,
} from './last-person.ts'
import { replaceName } from './replace-name.ts'
import { storeAuth } from './stored-auth.ts'
import { authOf, user } from './test-sessions.ts'

const identifier = 'asha@example.com'
const days = 86_400_000

beforeEach(() => {
  fakeBrowser()
  setSharedComputer(false)
})

test('remembers the last person of each platform, without a token', () => {
  rememberPerson(authOf('student'), { identifier: 'bela@example.com', method: 'password' })
  rememberPerson(authOf('student'), { identifier, picture: '/asha.png', method: 'otp' })
  rememberPerson(authOf('school'), { identifier: 'school@example.com', method: 'password' })
  const { uuid } = user
  const asha = { uuid, identifier, firstName: 'Asha', fullName: 'Asha', picture: '/asha.png', method: 'otp' }
  const { keptAt, ...kept } = JSON.parse(localStorage.getItem('foyer.person.student') ?? '')
  assert.deepEqual(kept, asha)
  assert.equal(readLastPerson('school')?.identifier, 'school@example.com')
  assert.equal(typeof keptAt, 'number')
})

test('forgets the person of only one platform', () => {
  rememberPerson(authOf('student'), { identifier, method: 'password' })
  rememberPerson(authOf('iqa'), { identifier, method: 'password' })
  forgetPerson('student')
  assert.equal(readLastPerson('student'), null)
  assert.equal(readLastPerson('iqa')?.identifier, identifier)
})

test('forgets a person ninety days after the last sign-in', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 })
  rememberPerson(authOf('student'), { identifier, method: 'password' })
  t.mock.timers.setTime(89 * days)
  assert.notEqual(readLastPerson('student'), null)
  t.mock.timers.setTime(90 * days)
  assert.equal(readLastPerson('student'), null)
  assert.equal(localStorage.getItem('foyer.person.student'), null)
})

test('a shared computer forgets everyone and remembers nobody until the user removes the mark', () => {
  rememberPerson(authOf('student'), { identifier, method: 'password' })
  rememberPerson(authOf('iqa'), { identifier, method: 'password' })
  setSharedComputer(true)
  assert.equal(isSharedComputer(), true)
  rememberPerson(authOf('student'), { identifier, method: 'password' })
  assert.deepEqual([readLastPerson('student'), readLastPerson('iqa')], [null, null])
  setSharedComputer(false)
  rememberPerson(authOf('student'), { identifier, method: 'password' })
  assert.equal(readLastPerson('student')?.identifier, identifier)
})

test('keeps nothing beyond the page where storage throws', () => {
  setGlobal('localStorage', throwingStorage())
  rememberPerson(authOf('student'), { identifier, method: 'password' })
  forgetPerson('student')
  assert.equal(readLastPerson('student'), null)
})

test('shows the new name of a renamed user, and none instead of an empty one', () => {
  const session = authOf('student', { user: { ...user, firstName: '', fullName: '' } })
  storeAuth(session)
  rememberPerson(session, { identifier, method: 'password' })
  assert.deepEqual([readLastPerson('student')?.firstName, readLastPerson('student')?.fullName], [null, null])
  replaceName(user, { firstName: 'Asha', lastName: 'Rao' })
  assert.deepEqual(
    [readLastPerson('student')?.firstName, readLastPerson('student')?.fullName],
    ['Asha', 'Asha Rao'],
  )
  replaceName({ uuid: '22222222-2222-4222-8222-222222222222' }, { firstName: 'Bela', lastName: null })
  assert.equal(readLastPerson('student')?.firstName, 'Asha')
})
