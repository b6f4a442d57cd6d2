/**
 * Compares the browser's table of countries with the library that parses phone numbers in the service, and with Intl.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countriesWithStates } from '../api/src/features/reference/countries.ts'
import { countryWithCode } from '../api/src/identity/users/identifier.ts'
import { countries, countryLabel } from '../web/src/flow/form/countries.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

test('the country field has every country of the service, with its calling code and name', () => {
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const known = codes.map((code) => countryWithCode(code)).filter((name) => name !== null)
  assert.ok(known.length > 200)
  assert.deepEqual(countries.map(countryLabel).sort(), known.sort())
})

test('the reference data has every country of the country field, with the same calling code and name', () => {
  const listed = new Map(countriesWithStates().map((country) => [country.iso2, country]))
  // ISO 3166-1 counts Ascension and Tristan da Cunha as parts of Saint Helena, but they have their own calling codes.
  for (const country of countries.filter(({ code }) => !['AC', 'TA'].includes(code))) {
    const found = listed.get(country.code)
    assert.equal(`${found?.name} (${found?.diallingCode})`, countryLabel(country))
  }
})

test('every time zone leads to one country', () => {
  const cities = countries.flatMap((country) => country.cities)
  assert.equal(new Set(cities).size, cities.length)
  for (const { code, cities: known } of countries) {
    const locale = new Intl.Locale(`und-${code}`) as Intl.Locale & { getTimeZones?(): string[] | undefined }
    for (const zone of locale.getTimeZones?.() ?? [])
      assert.ok(known.includes(zone.split('/').at(-1) ?? ''), `${zone} of ${code}`)
  }
})
