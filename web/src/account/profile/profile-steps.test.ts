/** Tests the five steps of 'Your profile: 3 of 5' (product 2.5). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OwnProfile } from '@foyer/contract/profile/profile-routes'
import { sectionNames } from '@foyer/contract/profile/section-names'
import { sectionKey } from '@foyer/contract/profile/sections'
import { profileSteps } from './profile-steps.ts'

const entry = { id: '', position: 1, createdAt: '', updatedAt: '' }

function stepsOf(about: string | null, filled: readonly string[]): string[] {
  const sections = Object.fromEntries(
    sectionNames.map((name) => [sectionKey(name), filled.includes(name) ? [entry] : []]),
  ) as unknown as OwnProfile['sections']
  return profileSteps({ about, sections }).flatMap(({ place, isDone }) => (isDone ? [place] : []))
}

test('counts five steps, and any of several sections for education and for something done', () => {
  assert.deepEqual(stepsOf(null, []), [])
  assert.deepEqual(stepsOf('I teach.', ['qualifications', 'awards']), ['about', 'academics', 'projects'])
  assert.deepEqual(stepsOf(null, ['interests', 'video-portfolio']), [])
  assert.equal(stepsOf('I teach.', sectionNames).length, 5)
})
