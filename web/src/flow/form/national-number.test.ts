import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeBrowser, setGlobal } from '../../api/test-browser.ts'
import { assumedCountry, chooseCountry } from './country-guess.ts'
import { countryField, placedContact, withCountryCode } from './national-number.ts'

function inZone(t: { mock: typeof import('node:test').mock }, timeZone: string, language: string): void {
  t.mock.method(Intl.DateTimeFormat.prototype, 'resolvedOptions', () => ({ timeZone }))
  setGlobal('navigator', { language })
}

test('guesses the country from the time zone, under old names too, else from the language', (t) => {
  const before = globalThis.navigator
  fakeBrowser(() => new Response())
  for (const [zone, language, country] of [
    ['Europe/Paris', 'en-US', 'FR'],
    ['Asia/Kolkata', 'en-US', 'IN'],
    ['Asia/Calcutta', 'en-US', 'IN'],
    ['America/Argentina/Buenos_Aires', 'en-US', 'AR'],
    ['UTC', 'en-NZ', 'NZ'],
    ['UTC', 'zh-Hant-TW', 'TW'],
    ['UTC', 'zh-Hant', undefined],
    ['UTC', 'es-419', undefined],
  ] as const) {
    inZone(t, zone, language)
    assert.equal(assumedCountry()?.code, country, zone)
  }
  setGlobal('navigator', before)
})

test('prefers the chosen country to the guess, only for numbers without a country code', async (t) => {
  const before = globalThis.navigator
  fakeBrowser(() => new Response())
  inZone(t, 'Europe/Paris', 'fr')
  assert.deepEqual(await countryField('98765 43210'), { countryCode: 'FR' })
  chooseCountry('IN')
  assert.deepEqual(await countryField('९८७६५ ४३२१०'), { countryCode: 'IN' })
  assert.deepEqual(await countryField('+33 6 12 34 56 78'), {})
  assert.deepEqual(await countryField('asha@example.com'), {})
  assert.equal(await placedContact('98765 43210'), '98765 43210 in India (+91)')
  assert.equal(await placedContact('asha@example.com'), 'asha@example.com')
  setGlobal('navigator', before)
})

test('writes a national number with its country code, grouped as typed', () => {
  assert.equal(withCountryCode('98765 43210', '+919876543210'), '+91 98765 43210')
  assert.equal(withCountryCode('098765-43210', '+919876543210'), '+91 98765-43210')
  assert.equal(withCountryCode('٩٨٧٦٥٤٣٢١٠', '+919876543210'), '+91 9876543210')
  assert.equal(
    withCountryCode('06 698 1234', '+39066981234'),
    '+39 06 698 1234',
    'Italian numbers keep their zero',
  )
  assert.equal(withCountryCode('(020) 7946 0958', '+442079460958'), '+442079460958')
  assert.equal(withCountryCode('8 912 345 67 89', '+79123456789'), '+79123456789')
  assert.equal(withCountryCode('+91 98765 43210', '+919876543210'), '+91 98765 43210')
  assert.equal(withCountryCode('asha@example.com', null), 'asha@example.com')
})
