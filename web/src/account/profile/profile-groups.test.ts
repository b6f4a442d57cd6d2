/** Tests that the overview of a profile leads to every part of it. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sectionNames } from '@foyer/contract/profile/section-names'
import { profileGroups } from './profile-groups.ts'

it('has each section of the profile in exactly one group', () => {
  assert.deepEqual(profileGroups.flatMap(({ places }) => places).sort(), [...sectionNames].sort())
})
