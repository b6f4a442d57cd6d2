import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { fakeBrowser } from '../api/test-browser.ts'
import { forgetDraft, keepDraft, readDraft } from './draft.ts'

const draft = { firstName: 'Asha', lastName: 'Rao', email: 'asha@example.com' }
const nothing = { firstName: '', lastName: '', email: '' }
const key = 'foyer.sign-up.student'

beforeEach(() => void fakeBrowser())

test('name and email are kept for one platform, and nothing else', () => {
  keepDraft('student', { ...draft, ...{ password1: 'a long secret' } })
  assert.deepEqual(readDraft('student'), draft)
  assert.deepEqual(readDraft('school'), nothing)
  assert.doesNotMatch(sessionStorage.getItem(key) ?? '', /secret/)
  forgetDraft('student')
  assert.deepEqual(readDraft('student'), nothing)
})

test('they are kept for ten minutes, whichever way the clock is set', () => {
  mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 })
  keepDraft('student', draft)
  mock.timers.setTime(1_800_000_599_000)
  assert.deepEqual(readDraft('student'), draft)
  for (const other of [1_800_000_600_001, 1_799_999_000_000]) {
    mock.timers.setTime(other)
    assert.deepEqual(readDraft('student'), nothing)
  }
  mock.timers.reset()
})

test('what is not of our making is nothing', () => {
  for (const strange of ['', '{', '[]', 'null', '{"firstName":"Asha"}']) {
    sessionStorage.setItem(key, strange)
    assert.deepEqual(readDraft('student'), nothing)
  }
})
