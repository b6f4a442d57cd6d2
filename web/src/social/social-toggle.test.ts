/** Proves N-93 of docs/security-tests.md. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { togglesKey } from '../api/storage/storage-keys.ts'
import { fakeBrowser, setGlobal } from '../api/test-browser.ts'
import { earlySocial } from './early-social.ts'
import { cacheToggle, readToggle } from './social-toggle.ts'

const toggle = (web: unknown, providers: unknown) => ({ enabled: { web }, providers })

describe('the browser and the toggle of social sign-in', () => {
  test('the toggle lists each known provider once and in its order', () => {
    assert.deepEqual(readToggle(toggle(true, ['apple', 'google', 'github', 'apple'])), {
      isEnabled: true,
      providers: ['apple', 'google'],
    })
  })

  test('social sign-in is off without an entry, without the web flag and without a provider', () => {
    for (const value of [undefined, toggle(false, ['google']), toggle(true, []), toggle(true, ['github'])]) {
      assert.equal(readToggle(value)?.isEnabled, false)
    }
  })

  test('a toggle of another shape is refused, so that the last good one stays', () => {
    const malformed = [
      null,
      1,
      'on',
      [],
      {},
      toggle('true', ['google']),
      toggle(true, 'google'),
      toggle(true, [1]),
    ]
    for (const value of malformed) assert.equal(readToggle(value), null)
  })
})

describe('the marks of the first paint', () => {
  function marksAfter(cached: string | null): DOMStringMap {
    fakeBrowser()
    setGlobal('navigator', { userAgent: '' })
    if (cached !== null) localStorage.setItem(togglesKey, cached)
    earlySocial(togglesKey, ['google', 'apple'])
    return document.documentElement.dataset
  }

  test('the first paint shows the configured providers that the cached toggle lists', () => {
    fakeBrowser()
    cacheToggle({ isEnabled: true, providers: ['apple', 'facebook'] })
    const cached = localStorage.getItem(togglesKey)
    assert.equal(cached, '{"socialAuth":{"isEnabled":true,"providers":["apple","facebook"]}}')
    assert.deepEqual(marksAfter(cached), { social: 'on', google: 'off', apple: 'on' })
  })

  test('the first paint gives no space to buttons that the cached toggle does not show', () => {
    const off = { social: 'off', google: 'off', apple: 'off' }
    for (const [isEnabled, providers] of [
      [false, ['google']],
      [true, []],
      [true, ['facebook', 'constructor', 7]],
    ]) {
      assert.deepEqual(marksAfter(JSON.stringify({ socialAuth: { isEnabled, providers } })), off)
    }
  })

  test('the first paint keeps the space and shows nothing while no usable toggle is cached', () => {
    const unusable = ['', 'null', '1', '[]', '{}', '{"socialAuth":null}', '{"socialAuth":{"isEnabled":true}}']
    const typed = [
      '{"socialAuth":{"isEnabled":1,"providers":[]}}',
      '{"socialAuth":{"isEnabled":true,"providers":"google"}}',
    ]
    for (const cached of [null, ...unusable, ...typed])
      assert.deepEqual(marksAfter(cached), {}, String(cached))
  })

  test('the first paint recognizes browsers inside other apps', () => {
    const apple =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
    const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9'
    const inApps = [
      `${apple} Mobile/15E148 [FBAN/FBIOS;FBAV/530.0.0.38;FBBV/1;FBDV/iPhone16,1]`,
      `${apple} Mobile/15E148 Instagram 390.0.0.22.85 (iPhone16,1; iOS 18_6)`,
      `${apple} Mobile/15E148 [LinkedInApp]/9.31`,
      `${apple} Mobile/15E148 BytedanceWebview/d8a21c6 musical_ly_41.0.0`,
      `${android}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/139.0 Mobile Safari/537.36`,
      `${android}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/530;]`,
    ]
    const browsers = [
      `${apple} Version/18.6 Mobile/15E148 Safari/604.1`,
      `${apple} CriOS/139.0 Mobile/15E148 Safari/604.1`,
      `${android}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0 Mobile Safari/537.36`,
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    ]
    for (const userAgent of [...inApps, ...browsers]) {
      fakeBrowser()
      setGlobal('navigator', { userAgent })
      earlySocial(togglesKey, [])
      assert.equal('inApp' in document.documentElement.dataset, inApps.includes(userAgent), userAgent)
    }
  })
})
