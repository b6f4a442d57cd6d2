/** Tests that drafts of the profile belong to one user, and that a sign-out removes them (N-183). */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { fakeBrowser } from '../api/test-browser.ts'
import { setSharedComputer } from './last-person.ts'
import { signOut } from './logout.ts'
import { draftForms, forgetDraft, keepDraft, readDraft } from './profile-drafts.ts'
import { storeAuth } from './stored-auth.ts'
import { authOf } from './test-sessions.ts'

const key = 'foyer.profile-draft.student'
const award = { title: 'First prize' }

beforeEach(() => void fakeBrowser(() => new Response(null, { status: 204 })))

test('a draft is kept for one form of one user, and removed for another user', () => {
  keepDraft('student', 'asha', 'awards/new', award)
  keepDraft('student', 'asha', 'about', { about: 'I teach.' })
  assert.deepEqual(readDraft('student', 'asha', 'awards/new'), award)
  assert.equal(readDraft('student', 'asha', 'awards/1'), null)
  assert.deepEqual(draftForms('student', 'asha'), ['awards/new', 'about'])
  forgetDraft('student', 'asha', 'about')
  assert.deepEqual(draftForms('student', 'asha'), ['awards/new'])
  assert.equal(readDraft('student', 'leela', 'awards/new'), null)
  assert.equal(localStorage.getItem(key), null)
})

test('a shared computer keeps drafts only for the tab', () => {
  setSharedComputer(true)
  keepDraft('student', 'asha', 'awards/new', award)
  assert.equal(localStorage.getItem(key), null)
  assert.deepEqual(readDraft('student', 'asha', 'awards/new'), award)
})

test('a sign-out removes the drafts', async () => {
  storeAuth(authOf('student'))
  keepDraft('student', 'asha', 'awards/new', award)
  await signOut('student')
  assert.deepEqual(draftForms('student', 'asha'), [])
})

test('a malformed record counts as no draft', () => {
  for (const strange of ['{', '[]', '{"uuid":"asha","drafts":{"about":{"about":1}},"keptAt":1}']) {
    localStorage.setItem(key, strange)
    assert.deepEqual(draftForms('student', 'asha'), [])
  }
})
