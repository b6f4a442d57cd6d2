/** Proves N-120 of docs/security-tests.md. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { fakeBrowser, fakeWindow, setGlobal } from '../api/test-browser.ts'
import { awaitResult, type SocialResult, takeResult } from '../session/social/social-result.ts'

const reference = `sr_${'a'.repeat(43)}`
const result = { provider: 'google', reference, hasName: '1', hasEmail: '1' }
const expected: SocialResult = { provider: 'google', reference, error: null, hasName: true, hasEmail: true }
const origin = 'https://accounts.test'
let visits = 0

/** Opens the page with this fragment and runs the script of the page. */
async function visit(fragment: Record<string, string>) {
  fakeBrowser()
  fakeWindow()
  const went: string[] = []
  const addresses: string[] = []
  let isClosed = false
  const parts = new Map(['title', 'progress', 'way-on'].map((id) => [id, newElement()]))
  setGlobal('location', {
    origin,
    hash: `#${new URLSearchParams(fragment)}`,
    pathname: '/social-return',
    search: '?platform=student',
    replace: (path: string) => went.push(path),
  })
  setGlobal('history', { replaceState: (_: unknown, __: string, url: string) => addresses.push(url) })
  setGlobal('document', { getElementById: (id: string) => parts.get(id), querySelector: () => null })
  Object.assign(window, {
    close: () => {
      isClosed = true
    },
  })
  visits += 1
  await import(`./social-return.ts?${visits}`)
  return { went, addresses, isClosed: () => isClosed, title: () => parts.get('title')?.textContent }
}

const newElement = () => ({ textContent: '', removeAttribute: () => {} })

test('a popup gives the page that asked its result and closes, without a trace in the address', async () => {
  const channel = crypto.randomUUID()
  const listening = new AbortController()
  const heard = new Promise<SocialResult>((resolve) => awaitResult(channel, listening.signal, resolve))
  const page = await visit({ mode: 'popup', channel, return: '/?platform=student', ...result })
  assert.deepEqual(await heard, expected)
  while (!page.isClosed()) await setImmediate()
  listening.abort()
  assert.deepEqual([page.addresses, page.went], [['/social-return?platform=student'], []])
  assert.equal(takeResult(), null)
})

test('a popup without an answer, and a whole window, go back with the result', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  for (const mode of ['popup', 'redirect']) {
    const page = await visit({ mode, channel: 'nobody', return: '/signup?platform=student', ...result })
    t.mock.timers.tick(1_500)
    while (page.went.length === 0) await setImmediate()
    assert.deepEqual(page.went, ['/signup?platform=student'])
    const { keptAt: _, ...kept } = takeResult() as SocialResult & { keptAt?: number }
    assert.deepEqual(kept, expected)
    assert.equal(takeResult(), null)
  }
})

test('a way back that leaves the pages of this host, and anything but one result, end with a sentence', async (t) => {
  const back = '/?platform=student'
  const refused: Record<string, string>[] = [
    {},
    { mode: 'redirect', ...result },
    { mode: 'redirect', return: 'https://evil.test/', ...result },
    { mode: 'redirect', return: '//evil.test/', ...result },
    { mode: 'redirect', return: '/\\evil.test', ...result },
    { mode: 'redirect', return: 'javascript:alert(1)', ...result },
    ...['/.//evil.test', '/..//evil.test/a', '/signup/../\\evil.test', '/%2e//evil.test'].map((path) => ({
      ...{ mode: 'redirect', return: path },
      ...result,
    })),
    ...['/api/auth/social/google/start?mode=redirect', '/%61pi/auth/social/google/start', '/./api/x'].map(
      (path) => ({ mode: 'redirect', return: path, ...result }),
    ),
    { mode: 'redirect', return: back, ...result, provider: 'evil' },
    { mode: 'redirect', return: back, ...result, reference: 'sr_short' },
    { mode: 'redirect', return: back, ...result, error: 'denied' },
    { mode: 'redirect', return: back, provider: 'google' },
    { mode: 'redirect', return: back, provider: 'google', error: 'other' },
  ]
  for (const fragment of refused) {
    await t.test(new URLSearchParams(fragment).toString() || 'nothing', async () => {
      const page = await visit(fragment)
      assert.deepEqual([page.title(), page.went, takeResult()], ['Error signing in.', [], null])
    })
  }
})
