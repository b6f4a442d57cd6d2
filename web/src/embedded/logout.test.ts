import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerError, fakeBrowser, fakeWindow, setGlobal } from '../api/test-browser.ts'
import { takeBanner } from '../session/banner.ts'
import { readStoredAuth, storeAuth } from '../session/stored-auth.ts'

const noContent = () => new Response(null, { status: 204 })
const user = { uuid: '1', email: null, firstName: 'Asha', lastName: null, fullName: 'Asha' }
let visits = 0

/** Opens the sign-out page at this URL and runs its script. */
async function visit(url: string, { isFramed = false, answer = noContent } = {}) {
  const { pathname, search } = new URL(url, 'https://accounts.test')
  const platform = pathname.startsWith('/school') ? 'school' : 'student'
  const asked = fakeBrowser(answer)
  storeAuth({ accessToken: 'at_1', refreshToken: 'rt_1', platform, user })
  const went: string[] = []
  const posted: unknown[] = []
  const parent = { postMessage: (message: unknown, origin: string) => posted.push([message, origin]) }
  fakeWindow(isFramed ? parent : undefined)
  setGlobal('location', { pathname, search, replace: (path: string) => went.push(path) })
  setGlobal('document', {
    documentElement: { dataset: { platform } },
    getElementById: () => ({ textContent: JSON.stringify({ redirectOrigins: ['https://learn.test'] }) }),
  })
  visits += 1
  await import(`./logout.ts?${visits}`)
  return { asked, went, posted, isSignedIn: readStoredAuth(platform) !== null, banner: takeBanner() }
}

test('signs out and goes on to the matching sign-in page with a banner', async () => {
  const { asked, went, isSignedIn, banner } = await visit('/logout?platform=student&utm_source=x')
  assert.deepEqual(
    asked.map(({ url }) => url),
    ['/api/auth/logout', '/api/analytics/events'],
  )
  assert.equal(isSignedIn, false)
  assert.deepEqual(went, ['/?platform=student'])
  assert.equal(banner, 'You have signed out')
})

test('leads from the school logout to the school sign-in with its redirect-url', async () => {
  const { went } = await visit('/school/logout?redirect-url=https://learn.test/a')
  assert.deepEqual(went, ['/school/login?redirect-url=https%3A%2F%2Flearn.test%2Fa&platform=school'])
})

test('goes on to sign-in when the service is unavailable, with a banner that says so', async () => {
  const answer = () => answerError(503, 'overloaded')
  const { went, isSignedIn, banner } = await visit('/logout', { answer })
  assert.equal(isSignedIn, false)
  assert.deepEqual(went, ['/?platform=student'])
  assert.match(banner ?? '', /could not be reached/)
})

test('notifies the parent of a framed logout page at its origin only, and stays', async () => {
  const { went, posted, banner } = await visit('/logout?origin=https://learn.test', { isFramed: true })
  assert.deepEqual(posted, [[{ type: 'foyer:logout-success', platform: 'student' }, 'https://learn.test']])
  assert.deepEqual(went, [])
  assert.equal(banner, null)
})

test('notifies the parent also when the service is unavailable', async () => {
  const answer = () => answerError(503, 'overloaded')
  const { posted, isSignedIn } = await visit('/logout?origin=https://learn.test', { isFramed: true, answer })
  assert.deepEqual(posted, [[{ type: 'foyer:logout-success', platform: 'student' }, 'https://learn.test']])
  assert.equal(isSignedIn, false)
})

test('notifies no parent if a framed logout page names no origin', async () => {
  const { went, posted, isSignedIn } = await visit('/logout', { isFramed: true })
  assert.deepEqual([went, posted, isSignedIn], [[], [], false])
})

test('notifies no parent of an unregistered origin', async (t) => {
  for (const query of ['origin=https://evil.test', 'origin=https://learn.test/path', 'origin=*', 'x=1']) {
    await t.test(query, async () => {
      const { went, posted, isSignedIn } = await visit(`/logout?${query}`, { isFramed: true })
      assert.deepEqual([went, posted, isSignedIn], [[], [], false])
    })
  }
})
