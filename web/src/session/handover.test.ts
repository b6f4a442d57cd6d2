/** Proves N-131 of docs/security-tests.md. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import type { Site } from '@foyer/contract/site'
import { answerData, answerError, fakeBrowser, setGlobal } from '../api/test-browser.ts'
import { destinationOf, handOver, handOverToExternal } from './handover.ts'
import { handovers } from './loop-guard.ts'
import { readStoredAuth, storeAuth } from './stored-auth.ts'
import { authOf } from './test-sessions.ts'

const site: Site = {
  provider: 'Northbridge',
  supportEmail: 'help@foyer.test',
  links: { terms: '/terms', privacy: '/privacy', eula: '/eula' },
  home: 'https://learn.test/home?from=foyer#top',
  redirectOrigins: ['https://learn.test'],
}
const challenge = 'c'.repeat(43)

function visit(platform: Platform, query: string, more: Partial<Site> = {}) {
  return { platform, site: { ...site, ...more }, search: new URLSearchParams(query) }
}

beforeEach(() => {
  setGlobal('location', { reload: () => {} })
})

test('returns the target after sign-in', async (t) => {
  const trusted = encodeURIComponent('https://learn.test/course?id=7&code=old#part')
  const home = 'https://learn.test/home?from=foyer&code=ac_1#top'
  const invalid = { kind: 'invalid-url' }
  const accountOf = (platform: Platform) => ({ kind: 'own-page', path: `/account?platform=${platform}` })
  const cases: [Platform, string, unknown][] = [
    ['student', '', { kind: 'go', url: home }],
    [
      'student',
      `redirect-url=${trusted}`,
      { kind: 'go', url: 'https://learn.test/course?id=7&code=ac_1#part' },
    ],
    ['student', 'redirect-url=https://evil.test/', invalid],
    ['student', 'redirect-url=https://learn.test.evil.test/', invalid],
    ['student', 'redirect-url=http://learn.test/', invalid],
    ['student', 'redirect-url=https://a:b@learn.test/', invalid],
    ['student', 'redirect-url=javascript:alert(1)', invalid],
    ['student', 'redirect-url=/account', invalid],
    ['student', 'redirect-url=', invalid],
    ['student', 'return=account', accountOf('student')],
    ['student', `return=account&redirect-url=${trusted}`, accountOf('student')],
    ['student', 'return=account&redirect-url=https://evil.test/', invalid],
    [
      'student',
      `return=zoom-auth&state=a&email=a%40b.test&redirect-url=${trusted}&platform=school`,
      { kind: 'own-page', path: '/zoom-auth?state=a&platform=student' },
    ],
    ['student', 'return=zoom-auth&redirect-url=https://evil.test/', invalid],
    ['student', 'return=https://evil.test/', { kind: 'go', url: home }],
    ['student', 'return=//evil.test', { kind: 'go', url: home }],
    ['student', 'return=invalid-url', { kind: 'go', url: home }],
    ['serviceAdmin', `redirect-url=${trusted}`, invalid],
    ['apiDocs', `redirect-url=${trusted}`, invalid],
    ['serviceAdmin', 'return=account', accountOf('serviceAdmin')],
    ['serviceAdmin', 'return=doors', { kind: 'own-page', path: '/doors?platform=serviceAdmin' }],
    [
      'recruitmentUtils',
      `redirect-url=${trusted}`,
      {
        kind: 'go',
        url: 'https://learn.test/course?id=7&code=ac_1#part',
      },
    ],
  ]
  for (const [platform, query, expected] of cases) {
    await t.test(`${platform} ?${query}`, async () => {
      const asked = fakeBrowser(() => answerData({ code: 'ac_1' }))
      storeAuth(authOf(platform))
      assert.deepEqual(await handOver(visit(platform, query)), expected)
      assert.equal(asked.length, (expected as { kind: string }).kind === 'go' ? 1 : 0)
    })
  }
  await t.test('asks for the platforms of the user on a platform without a home', async () => {
    const door = { home: 'https://iqa.test', last_visit_at: null, entry: 'continue', is_current: false }
    const doors = [
      { ...door, platform: 'iqa' },
      { ...door, platform: 'professor' },
    ]
    for (const platform of ['serviceAdmin', 'admissionsCounsellor', 'student'] as const)
      for (const [answer, path] of [
        [answerData({ doors, addable: [] }), '/doors'],
        [answerData({ doors: doors.slice(1), addable: [] }), '/account'],
        [answerError(503, 'overloaded'), '/account'],
      ] as const) {
        const asked = fakeBrowser(() => answer.clone())
        storeAuth(authOf(platform))
        const found = await handOver(visit(platform, '', { home: null }))
        assert.deepEqual(found, { kind: 'own-page', path: `${path}?platform=${platform}` })
        assert.equal(asked.length, 1)
      }
  })
  await t.test('returns signed-out without a session', async () => {
    fakeBrowser()
    assert.deepEqual(await handOver(visit('student', '')), { kind: 'signed-out' })
    assert.deepEqual(await handOver(visit('serviceAdmin', '')), { kind: 'signed-out' })
  })
})

test('detects an invalid URL before sign-in', () => {
  assert.deepEqual(destinationOf(visit('student', 'redirect-url=https://evil.test/')), {
    kind: 'invalid-url',
  })
})

test('binds the code to the redirect-url as written and to an S256 challenge', async (t) => {
  const cases: [string, Record<string, string>][] = [
    ['', {}],
    ['redirect-url=HTTPS://learn.test', { redirect_url: 'HTTPS://learn.test' }],
    [`code_challenge=${challenge}`, { code_challenge: challenge }],
    [`code_challenge=${challenge}&code_challenge_method=S256`, { code_challenge: challenge }],
    [`code_challenge=${challenge}&code_challenge_method=plain`, {}],
  ]
  for (const [query, expected] of cases) {
    await t.test(`?${query}`, async () => {
      const asked = fakeBrowser(() => answerData({ code: 'ac_1' }))
      const auth = authOf('student')
      storeAuth(auth)
      await handOver(visit('student', query))
      assert.deepEqual(asked[0]?.body, { platform: 'student', ...expected })
      assert.equal(asked[0]?.headers.get('authorization'), `Bearer ${auth.accessToken}`)
    })
  }
})

test('stops the third handover to one target within the window before a code is made', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const asked = fakeBrowser(() => answerData({ code: 'ac_1' }))
  storeAuth(authOf('student'))
  const once = async (query = 'redirect-url=https://learn.test/a?n=1') =>
    (await handOver(visit('student', query))).kind
  assert.equal(await once(), 'go')
  assert.equal(await once('redirect-url=https://learn.test/a?n=2'), 'go')
  assert.deepEqual(await handOver(visit('student', 'redirect-url=https://learn.test/a?n=3')), {
    kind: 'loop',
    url: 'https://learn.test/a?n=3',
  })
  assert.equal(asked.length, handovers.max)
  assert.equal(await once('redirect-url=https://learn.test/b'), 'go')
  t.mock.timers.tick(handovers.windowMs)
  assert.equal(await once(), 'go')
})

test('does not count failed handovers as a loop', async () => {
  let isUnavailable = true
  fakeBrowser(() => (isUnavailable ? answerError(503, 'overloaded') : answerData({ code: 'ac_1' })))
  storeAuth(authOf('student'))
  for (let tries = 0; tries < 3; tries += 1) {
    assert.equal((await handOver(visit('student', ''))).kind, 'failed')
  }
  isUnavailable = false
  assert.equal((await handOver(visit('student', ''))).kind, 'go')
})

test('does not leave the page after an answer without a code', async () => {
  for (const data of [{}, null, { code: '' }, { code: 7 }]) {
    fakeBrowser(() => answerData(data))
    storeAuth(authOf('student'))
    const outcome = await handOver(visit('student', ''))
    assert.equal(outcome.kind === 'failed' && outcome.failure.isNetworkFailure, true)
  }
})

test('returns the outcome of each refusal of the service', async (t) => {
  const cases: [number, string, string, boolean][] = [
    [400, 'redirect-not-allowed', 'invalid-url', true],
    [403, 'no-access', 'failed', false],
    [429, 'too-many-attempts', 'failed', true],
    [500, 'unexpected', 'failed', true],
    [401, 'session-ended', 'reloading', false],
  ]
  for (const [status, code, kind, isSignedIn] of cases) {
    await t.test(code, async () => {
      fakeBrowser(() => answerError(status, code))
      storeAuth(authOf('student'))
      assert.equal((await handOver(visit('student', ''))).kind, kind)
      assert.equal(readStoredAuth('student') !== null, isSignedIn)
    })
  }
  await t.test('returns invalid-url for a malformed code challenge', async () => {
    const asked = fakeBrowser()
    storeAuth(authOf('student'))
    assert.deepEqual(await handOver(visit('student', 'code_challenge=short')), { kind: 'invalid-url' })
    assert.equal(asked.length, 0)
  })
})

test('shows an ended session as signed out and a valid one as a failure after the reload limit', async () => {
  const spent = JSON.stringify([Date.now(), Date.now()])
  fakeBrowser(() => answerError(401, 'session-ended'))
  sessionStorage.setItem('foyer.reloads', spent)
  storeAuth(authOf('student'))
  assert.equal((await handOver(visit('student', ''))).kind, 'signed-out')

  fakeBrowser(({ url }) =>
    url.endsWith('/refresh-token')
      ? answerData({ access_token: 'a', refresh_token: 'b' })
      : answerError(401, 'session-ended'),
  )
  sessionStorage.setItem('foyer.reloads', spent)
  storeAuth(authOf('student'))
  assert.equal((await handOver(visit('student', ''))).kind, 'failed')
})

test('hands a user over to an external site with the query of the page', async () => {
  const asked = fakeBrowser(() => answerData({ code: 'ac_1' }))
  const external = { name: 'Zoom', url: 'https://meet.test/in?org=7', isAllowed: true }
  const query = `platform=student&state=a&org=8&email=a%40b.test&code_challenge=${challenge}`
  const go = () => handOverToExternal(visit('student', query), 'zoom', external)
  assert.deepEqual(await go(), { kind: 'signed-out' })
  assert.equal(asked.length, 0)
  storeAuth(authOf('student'))
  const url = 'https://meet.test/in?org=7&platform=student&state=a'
  assert.deepEqual(await go(), { kind: 'go', url: `${url}&code=ac_1` })
  assert.deepEqual(asked[0]?.body, {
    platform: 'student',
    external: 'zoom',
    redirect_url: url,
    code_challenge: challenge,
  })
  await go()
  assert.deepEqual(await go(), { kind: 'loop', url })
})

test('keeps the session of a user whom the external site refuses', async () => {
  fakeBrowser(() => answerError(403, 'no-access'))
  storeAuth(authOf('student'))
  const external = { name: 'Zoom', url: 'https://meet.test/in', isAllowed: true }
  const result = await handOverToExternal(visit('student', ''), 'zoom', external)
  assert.equal(result.kind, 'failed')
  assert.ok(readStoredAuth('student'))
})
