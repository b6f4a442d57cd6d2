/** Tests the browser part with a fake window; the demo tests it in real browsers (N-139). */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createFoyer, type Foyer } from './browser.ts'
import { isSameSite } from './same-site.ts'
import { fakePage, settle } from './test-window.ts'

/** Creates the browser part, and closes its channels after the test, because open channels keep the process alive. */
function create(t: TestContext): Foyer {
  const Channel = globalThis.BroadcastChannel
  t.mock.method(globalThis, 'BroadcastChannel', function make(name: string) {
    const channel = new Channel(name)
    t.after(() => channel.close())
    return channel
  })
  return createFoyer({ accountsUrl: 'https://accounts.test', platform: 'student' })
}

const code = { type: 'foyer:code', code: 'ac_1', platform: 'student' }
const ready = { type: 'foyer:ready', platform: 'student' }

test('a popup opens within the click, and its code signs the user in', async (t) => {
  const page = fakePage(t)
  const signingIn = create(t).signIn()
  assert.equal(page.popups.length, 1, 'before anything was awaited')
  await settle()
  const [popup] = page.popups
  const { pathname, searchParams } = new URL(popup?.address ?? '')
  assert.equal(pathname, '/popup-sso')
  assert.deepEqual(Object.fromEntries(searchParams), {
    platform: 'student',
    origin: 'https://learn.test',
    'redirect-url': 'https://learn.test/foyer/callback?state=s',
    code_challenge: 'c',
    code_challenge_method: 'S256',
  })
  page.post(popup, code)
  assert.equal((await signingIn)?.fullName, 'Asha Rao')
  assert.equal(popup?.closed, true)
})

test('messages of another origin, window, platform or shape are ignored', async (t) => {
  const page = fakePage(t)
  const signingIn = create(t).signIn()
  await settle()
  const [popup] = page.popups
  page.post(popup, code, 'https://accounts.test.evil.test')
  page.post(popup, code, 'null')
  page.post({}, code)
  page.post(null, code)
  const odd: unknown[] = [null, 'foyer:code', [code], { ...code, platform: 'school' }, Object.create(code)]
  for (const data of [
    ...odd,
    { ...code, code: 1 },
    { ...code, code: '' },
    { ...code, code: 'x'.repeat(600) },
  ])
    page.post(popup, data)
  await settle()
  assert.deepEqual(page.calls, ['/foyer/begin'])
  page.post(popup, code)
  assert.ok(await signingIn)
  page.post(popup, code)
  await settle()
  assert.deepEqual(page.calls, ['/foyer/begin', '/foyer/finish'], 'the listener has ended')
})

test('a blocked popup becomes a redirect that returns with the state of the page', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const page = fakePage(t, { isPopupBlocked: true })
  const foyer = create(t)
  void foyer.signIn({ state: { draft: 'hello' } })
  const [address = ''] = page.visits
  const returnTo = new URL(address, page.location.href).searchParams.get('returnTo') ?? ''
  assert.match(returnTo, /^\/courses\?page=2&foyer-return=[\da-f-]{36}#top$/)
  page.location.href = `https://learn.test${returnTo}`
  assert.deepEqual(foyer.handleReturn(), { state: { draft: 'hello' } })
  assert.equal(page.location.href, 'https://learn.test/courses?page=2#top')
  assert.equal(foyer.handleReturn(), null)
  assert.equal(page.stored.size, 0)
})

test('a popup in which no page of Foyer appears is closed, and the page redirects', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const page = fakePage(t)
  void create(t).signIn()
  await settle()
  t.mock.timers.tick(20_000)
  await settle()
  assert.equal(page.popups[0]?.closed, true)
  assert.match(page.visits[0] ?? '', /^\/foyer\/sign-in\?returnTo=/)
})

test('a sign-in without an answer of the own server closes the popup and redirects', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const page = fakePage(t)
  page.answers['/foyer/begin'] = new Error('offline')
  void create(t).signIn()
  await settle()
  assert.equal(page.popups[0]?.closed, true)
  assert.equal(page.visits.length, 1)
})

test('a popup that seems closed is given up only once the page has the focus again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const page = fakePage(t)
  let result: unknown
  void create(t)
    .signIn()
    .then((user) => {
      result = user
    })
  await settle()
  page.post(page.popups[0], ready)
  page.popups[0]?.close()
  t.mock.timers.tick(60_000)
  await settle()
  assert.equal(result, undefined, 'a page of another provider may have cut the connection')
  page.page.hasFocus = true
  t.mock.timers.tick(1_500)
  await settle()
  assert.equal(result, null)
  assert.deepEqual(page.calls, ['/foyer/begin', '/foyer/session'])
})

test('a user who finished in the popup by redirect is signed in here, too', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const page = fakePage(t)
  const signingIn = create(t).signIn()
  await settle()
  page.answers['/foyer/session'] = { user: { uuid: '1', fullName: 'Asha Rao' } }
  page.popups[0]?.close()
  page.page.hasFocus = true
  t.mock.timers.tick(1_500)
  assert.equal((await signingIn)?.fullName, 'Asha Rao')
})

test('a silent sign-in uses a hidden frame, and ends with null when there is no answer', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const page = fakePage(t)
  const foyer = create(t)
  const first = foyer.silent()
  await settle()
  const [frame] = page.frames
  assert.match(frame?.src ?? '', /^https:\/\/accounts\.test\/iframe-sso\?platform=student&origin=/)
  page.post(frame?.contentWindow, code)
  assert.equal((await first)?.fullName, 'Asha Rao')
  assert.equal(frame?.isRemoved, true)
  const second = foyer.silent()
  await settle()
  t.mock.timers.tick(8_000)
  assert.equal(await second, null)
  const third = foyer.silent()
  await settle()
  page.post(page.frames[2]?.contentWindow, { ...code, code: null })
  assert.equal(await third, null)
  page.answers['/foyer/session'] = new Error('offline')
  assert.equal(await foyer.silent(), null)
})

test('an embedded form grows with its content, and asks again when it was open for too long', async (t) => {
  const page = fakePage(t)
  const signingIn = create(t).embed({ append: () => {} } as unknown as HTMLElement)
  await settle()
  page.answers['/foyer/finish'] = { error: 'state-mismatch' }
  page.post(page.frames[0]?.contentWindow, { type: 'foyer:resize', heightPx: 420 })
  assert.equal(page.frames[0]?.style.height, '420px')
  page.post(page.frames[0]?.contentWindow, code)
  await settle()
  page.answers['/foyer/finish'] = { user: { uuid: '1', fullName: 'Asha Rao' } }
  page.post(page.frames[1]?.contentWindow, code)
  assert.equal((await signingIn)?.fullName, 'Asha Rao')
  assert.deepEqual(
    page.frames.map(({ isRemoved }) => isRemoved),
    [true, true],
  )
})

test('an embedded form that does not appear is given up, and a signal ends it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  fakePage(t)
  const foyer = create(t)
  const element = { append: () => {} } as unknown as HTMLElement
  const missing = assert.rejects(foyer.embed(element), { name: 'SignInError', code: 'no-answer' })
  await settle()
  t.mock.timers.tick(15_000)
  await missing
  const controller = new AbortController()
  const ended = foyer.embed(element, { signal: controller.signal })
  await settle()
  controller.abort()
  assert.equal(await ended, null)
})

test('a session that has ended at Foyer shows when the page gets the focus, once', async (t) => {
  const page = fakePage(t)
  const foyer = create(t)
  let count = 0
  page.answers['/foyer/session'] = { user: { uuid: '1' } }
  const stop = foyer.onLogout(() => {
    count += 1
  })
  await settle()
  page.answers['/foyer/session'] = new Error('offline')
  page.events.dispatchEvent(new Event('focus'))
  await settle()
  assert.equal(count, 0, 'no answer says nothing')
  page.answers['/foyer/session'] = { user: null }
  for (let i = 0; i < 2; i++) {
    page.events.dispatchEvent(new Event('focus'))
    await settle()
  }
  assert.equal(count, 1)
  stop()
})

test('a logout ends the session here, then at Foyer: in a frame of the same site, else by leaving', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const page = fakePage(t)
  const foyer = create(t)
  const leaving = foyer.logout()
  await settle()
  assert.deepEqual(page.visits, ['https://accounts.test/logout?platform=student'])
  t.mock.timers.tick(10_000)
  assert.equal(await leaving, false)
  const framed = foyer.logout({ mode: 'frame' })
  await settle()
  page.post(page.frames[0]?.contentWindow, { type: 'foyer:logout-success', platform: 'student' })
  assert.equal(await framed, true)
  const unanswered = foyer.logout({ mode: 'frame' })
  await settle()
  t.mock.timers.tick(8_000)
  assert.equal(await unanswered, false)
  page.answers['/foyer/sign-out'] = new Error('offline')
  await assert.rejects(foyer.logout(), { code: 'no-answer' })
})

test('a site is the same as Foyer only below the parent domain of its host', () => {
  const same = (here: string, foyer: string) => isSameSite(new URL(here), new URL(foyer))
  const accounts = 'https://accounts.provider.co.in'
  for (const here of [accounts, 'https://learn.provider.co.in', 'https://provider.co.in'])
    assert.ok(same(here, accounts), here)
  for (const here of [
    'http://learn.provider.co.in',
    'https://learn.other.co.in',
    'https://evilprovider.co.in',
  ])
    assert.ok(!same(here, accounts), here)
  assert.ok(same('http://localhost:4100', 'http://localhost:4000'))
  assert.ok(!same('http://127.0.0.1:4100', 'http://localhost:4000'))
  assert.ok(!same('http://10.0.0.1', 'http://20.0.0.1'))
})
