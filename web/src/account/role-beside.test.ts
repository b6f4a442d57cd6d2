import assert from 'node:assert/strict'
import { test } from 'node:test'
import { platformNames, roleNames } from '@foyer/contract/platform-names'
import { platforms } from '@foyer/contract/platforms'
import { roleBeside } from './role-beside.ts'

test('names the role of a user only where the name of the platform does not say it', () => {
  const shown = platforms.flatMap((platform) => {
    const { displayName } = platformNames[platform]
    const role = roleBeside(displayName, roleNames[platform])
    return role ? [`${displayName}: ${role}`] : []
  })
  assert.deepEqual(shown, [
    'Learning: Student',
    'Quality Assessment: Internal Quality Assessor',
    'Application Forms: Application Form Admin',
    'Admissions: Admissions Counsellor',
  ])
})
