import assert from 'node:assert/strict'
import { test } from 'node:test'
import { platformNames } from '@foyer/contract/platform-names'
import { platformRow, platforms } from '@foyer/contract/platforms'
import { roleBeside } from './role-beside.ts'

test('names the role of a user only where the name of the platform does not say it', () => {
  const shown = platforms.flatMap((platform) => {
    const { displayName } = platformNames[platform]
    const role = roleBeside(displayName, platformRow(platform).role)
    return role ? [`${displayName}: ${role}`] : []
  })
  assert.deepEqual(shown, [
    'Learning: Student',
    'Quality Assessment: Internal Quality Assessor',
    'Application Forms: Application Form Admin',
    'Admissions: Admissions Counsellor',
  ])
})
