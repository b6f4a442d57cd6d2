import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSessions } from './sessions.ts'

const user = { uuid: 'u', email: null, isEmailVerified: false, firstName: 'A', lastName: null, fullName: 'A' }
const tokens = { accessToken: 'a', refreshToken: 'r' }

test('a new session replaces the oldest one when the store is full', () => {
  const sessions = createSessions({ max: 2, lifeSeconds: 60 })
  const [first, second, third] = [1, 2, 3].map(() => sessions.open(user, tokens).id)
  assert.equal(sessions.find(first), null)
  assert.ok(sessions.find(second))
  assert.ok(sessions.find(third))
})

test('a session ends after its lifetime or when it is closed', (t) => {
  t.mock.timers.enable({ apis: ['Date'] })
  const sessions = createSessions({ max: 10, lifeSeconds: 60 })
  const { id } = sessions.open(user, tokens)
  const closed = sessions.open(user, tokens)
  sessions.close(closed.id)
  assert.equal(sessions.find(closed.id), null)
  t.mock.timers.tick(59_999)
  assert.ok(sessions.find(id))
  t.mock.timers.tick(1)
  assert.equal(sessions.find(id), null)
  assert.equal(sessions.find(undefined), null)
})
