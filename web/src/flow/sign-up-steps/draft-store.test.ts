import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { fakeBrowser } from '../../api/test-browser.ts'
import { forgetDraft, keepDraft, readDraft } from './draft-store.ts'
import { personFields } from './fields.ts'

const draft = { firstName: 'Asha', lastName: 'Rao', email: 'asha@example.com', knownEmail: '' }
const empty = { firstName: '', lastName: '', email: '', knownEmail: '' }
const key = 'foyer.sign-up.student'

beforeEach(() => void fakeBrowser())

test('a draft keeps name and email for one platform, and nothing else', () => {
  keepDraft('student', personFields, { ...draft, ...{ password1: 'a long secret' } })
  assert.deepEqual(readDraft('student', personFields), draft)
  assert.deepEqual(readDraft('school', personFields), empty)
  assert.doesNotMatch(sessionStorage.getItem(key) ?? '', /secret/)
  forgetDraft('student')
  assert.deepEqual(readDraft('student', personFields), empty)
})

test('a draft expires after ten minutes, also when the clock is set back', () => {
  mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 })
  keepDraft('student', personFields, draft)
  mock.timers.setTime(1_800_000_599_000)
  assert.deepEqual(readDraft('student', personFields), draft)
  for (const other of [1_800_000_600_001, 1_799_999_000_000]) {
    mock.timers.setTime(other)
    assert.deepEqual(readDraft('student', personFields), empty)
  }
  mock.timers.reset()
})

test('a malformed draft is read as an empty one', () => {
  for (const strange of ['', '{', '[]', 'null', '{"firstName":"Asha"}']) {
    sessionStorage.setItem(key, strange)
    assert.deepEqual(readDraft('student', personFields), empty)
  }
})
