/** Compares the browser's table of countries with what the service reads phone numbers with, and with Intl. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countryWithCode } from '../api/src/accounts/users/identifier.ts'
import { listPlaces } from '../api/src/reference/places.ts'
import { countries, placeOf } from '../web/src/flow/form/countries.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

test('the country field has every country of the service, with its calling code and name', () => {
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const known = codes.map((code) => countryWithCode(code)).filter((place) => place !== null)
  assert.ok(known.length > 200)
  assert.deepEqual(countries.map(placeOf).sort(), known.sort())
})

test('the reference data has every country of the country field, with the same calling code and name', () => {
  const places = new Map(listPlaces().map((place) => [place.iso2, place]))
  // ISO 3166-1 has Ascension and Tristan da Cunha as parts of Saint Helena; their calling codes are their own.
  for (const country of countries.filter(({ code }) => !['AC', 'TA'].includes(code))) {
    const place = places.get(country.code)
    assert.equal(`${place?.name} (${place?.diallingCode})`, placeOf(country))
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
