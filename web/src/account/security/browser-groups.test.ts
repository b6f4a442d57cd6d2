import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupByBrowser, type ListedSession, platformsText } from './browser-groups.ts'

let minutes = 0
function session(given: Partial<ListedSession>): ListedSession {
  minutes += 1
  const lastSeenAt = new Date(Date.UTC(2026, 2, 1, 8, minutes)).toISOString()
  const id = `session-${minutes}`
  return {
    id,
    platform: 'student',
    device: 'Chrome on Windows',
    createdAt: lastSeenAt,
    lastSeenAt,
    isCurrent: false,
    browser: null,
    isHere: false,
    ...given,
  }
}

test('groups sessions by browser, this browser first and then the last used', () => {
  const groups = groupByBrowser([
    session({ browser: 'here', isCurrent: true, isHere: true }),
    session({ browser: 'phone', device: 'Safari on iOS' }),
    session({ browser: 'laptop', platform: 'professor' }),
    session({ browser: 'phone', platform: 'school', device: 'Safari on iOS' }),
    session({ isHere: true, platform: 'iqa' }),
  ])
  assert.deepEqual(
    groups.map((group) => [group.name, group.isHere, platformsText(group)]),
    [
      ['Chrome on Windows', true, 'Quality Assessment and Learning'],
      ['Safari on iOS', false, 'Schools and Learning'],
      ['Chrome on Windows', false, 'Professor Portal'],
    ],
  )
})

test('leaves each session without a browser session by itself, and names an unknown browser', () => {
  const groups = groupByBrowser([
    session({ device: null }),
    session({ device: null, platform: 'school' }),
    session({ browser: 'one' }),
    session({ browser: 'one' }),
  ])
  assert.deepEqual(
    groups.map((group) => [group.name, platformsText(group)]),
    [
      ['Chrome on Windows', 'Learning'],
      ['Unknown browser', 'Schools'],
      ['Unknown browser', 'Learning'],
    ],
  )
})

test('knows this browser by the session of the page where the service does not mark it', () => {
  const { isHere: _, ...older } = session({ isCurrent: true })
  assert.equal(groupByBrowser([older])[0]?.isHere, true)
})
