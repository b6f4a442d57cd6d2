import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolvePage } from '@foyer/contract/addresses'
import { setGlobal } from '../api/test-browser.ts'
import { forgetLink, keepSent, readSent, takeLink } from './link-in-address.ts'

const uuid = '11111111-1111-4111-8111-111111111111'
const reset = { purpose: 'reset', uuid, token: 'rs_1', timestamp: '17' }

/** Fakes an address bar and the state of its history entry. */
function open(path: string, state: unknown = null) {
  const entry = { state }
  function go(to: string): void {
    const { pathname, search } = new URL(to, 'https://foyer.test')
    setGlobal('location', { pathname, search })
  }
  go(path)
  setGlobal('history', {
    get state() {
      return entry.state
    },
    replaceState: (next: unknown, _: string, to?: string) => {
      entry.state = next
      if (to) go(to)
    },
  })
  return { state: () => entry.state, address: () => location.pathname + location.search }
}

const addresses: [string, string, unknown][] = [
  [
    `/reset-password/${uuid}/rs_1/17?platform=student&a=1`,
    '/reset-password/-/-/-?platform=student&a=1',
    reset,
  ],
  [`/school/reset-password/${uuid}/rs_1/17`, '/school/reset-password/-/-/-', reset],
  [`/partner/reset-password/${uuid}/rs_1/17`, '/partner/reset-password/-/-/-', reset],
  [
    `/create-password/${uuid}/rs_1/17?platform=school`,
    '/create-password/-/-/-?platform=school',
    { ...reset, purpose: 'create' },
  ],
  [
    `/beta/create-password/${uuid}/rs_1`,
    '/beta/create-password/-/-',
    { purpose: 'beta', uuid, token: 'rs_1' },
  ],
]

for (const [address, cleaned, link] of addresses) {
  test(`leaves ${cleaned} in the address, where the service serves the same page`, () => {
    const page = open(address, { page: 'kept' })
    assert.deepEqual(takeLink(), link)
    assert.equal(page.address(), cleaned)
    assert.deepEqual(page.state(), { page: 'kept', link, sent: null })
    const [before, after] = [address, cleaned].map((to) => {
      const { pathname, searchParams } = new URL(to, 'https://foyer.test')
      return resolvePage(pathname, searchParams)
    })
    assert.ok(before?.kind === 'page' && after?.kind === 'page')
    assert.deepEqual([before.page, before.type, before.platform], [after.page, after.type, after.platform])
    // The second call imitates a reload, Back or a duplicated tab.
    assert.deepEqual(takeLink(), link)
  })
}

test('finds no link in an address without one and a malformed history entry', () => {
  for (const state of [
    null,
    'x',
    {},
    { link: null },
    { link: { ...reset, purpose: 'other' } },
    { link: {} },
  ]) {
    open('/reset-password/-/-/-', state)
    assert.equal(takeLink(), null)
  }
})

test('removes a used link from the history entry', () => {
  const page = open(`/reset-password/${uuid}/rs_1/17`)
  takeLink()
  forgetLink()
  assert.doesNotMatch(JSON.stringify([page.state(), page.address()]), /rs_1/)
  assert.equal(takeLink(), null)
})

test('remembers for ten minutes that another link was sent, and not for the next link', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 10_000_000 })
  open('/reset-password/-/-/-', { link: reset })
  assert.equal(readSent(), null)
  keepSent({ account: 'a•••@example.com', resendAtMs: 10_060_000 })
  assert.deepEqual(readSent(), { account: 'a•••@example.com', resendAtMs: 10_060_000 })
  t.mock.timers.tick(600_000)
  assert.equal(readSent(), null)
  const state = { link: reset, sent: { account: 'a', resendAtMs: 1, sentAt: Date.now() } }
  open(`/reset-password/${uuid}/rs_2/18`, state)
  takeLink()
  assert.equal(readSent(), null)
})
