/** Tests how the forms of a profile are made from the contract, and what a form sends. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { entryBody } from '@foyer/contract/profile/entries'
import { sectionNames } from '@foyer/contract/profile/section-names'
import { profileSections } from '@foyer/contract/profile/sections'
import { parse } from 'valibot'
import { findItem } from './find-item.ts'
import {
  type Content,
  checksOf,
  contentOf,
  fieldsOfHead,
  fieldsOfSection,
  isEqual,
  textsOf,
} from './profile-fields.ts'
import { sectionWords } from './section-words.ts'

const id = '2c9d4b17-6e80-4f3a-a1d5-7b0c38e2f964'

/** A valid value for each kind of field. */
function sampleOf({ control }: ReturnType<typeof fieldsOfSection>[number]): string {
  switch (control.kind) {
    case 'date':
      return '2024-05'
    case 'day':
      return '2008-05-31'
    case 'link':
      return 'https://vimeo.com/1'
    case 'reference':
      return id
    case 'choice':
      return control.options[0] ?? ''
    default:
      return 'Text'
  }
}

describe('forms of sections', () => {
  for (const name of sectionNames) {
    const fields = fieldsOfSection(name)
    it(`shows and sends every field of ${name} unchanged`, () => {
      const stored: Content = Object.fromEntries(fields.map((field) => [field.name, sampleOf(field)]))
      const sent = contentOf(fields, textsOf(fields, stored), stored, () => id)
      assert.deepEqual(sent, stored)
      assert.deepEqual(parse(entryBody(profileSections[name]), sent), stored)
      assert.ok(isEqual(fields, sent, stored))
    })

    it(`names each missing field of ${name}, and has a name for each entry`, () => {
      for (const field of checksOf(fields, () => null)) {
        const required = fields.find(({ input, isOptional }) => input === field.name && !isOptional)
        assert.equal(field.missing !== undefined, required !== undefined, field.name)
      }
      assert.ok(fields.some((field) => field.name === sectionWords[name].naming && !field.isOptional))
    })
  }
})

describe('dates of a form', () => {
  const fields = fieldsOfSection('certifications')
  const send = (texts: Record<string, string>, before: Content = {}) =>
    contentOf(fields, texts, before, () => null)

  it('sends a year, or a year and a month, in digits of any script', () => {
    assert.equal(send({ 'profile-startDate': '2024' }).startDate, '2024')
    assert.equal(
      send({ 'profile-startDate': ' ٢٠٢٤ ', 'profile-startDate-month': '05' }).startDate,
      '2024-05',
    )
    assert.equal(send({}).startDate, null)
  })

  it('keeps a stored day until the user changes month or year', () => {
    const before = { startDate: '2024-05-12' }
    assert.deepEqual(send(textsOf(fields, before), before).startDate, '2024-05-12')
    const texts = { ...textsOf(fields, before), 'profile-startDate-month': '06' }
    assert.equal(send(texts, before).startDate, '2024-06')
  })

  it('sends no end for what goes on, and ticks the box of a stored period without an end', () => {
    const texts = textsOf(fields, { startDate: '2024', endDate: null })
    assert.equal(texts['profile-endDate-ongoing'], 'on')
    assert.equal(send({ ...texts, 'profile-endDate': '2025' }).endDate, null)
    assert.equal(textsOf(fields, {})['profile-endDate-ongoing'], undefined)
  })

  it('refuses a month without a year, and a year that is none', () => {
    const texts = { 'profile-startDate-month': '05', 'profile-startDate': '', 'profile-endDate': '24' }
    const faults = checksOf(fields, () => null).map(({ name, check }) => [
      name,
      texts[name as keyof typeof texts] ? check?.(texts[name as keyof typeof texts], texts) : undefined,
    ])
    assert.deepEqual(
      faults.filter(([, fault]) => fault),
      [
        ['profile-startDate-month', 'Enter the year too'],
        ['profile-endDate', 'Enter a year with four digits, like 2024'],
      ],
    )
  })
})

describe('other fields of a form', () => {
  it('adds the scheme to a link without one, and leaves every other scheme to the contract', () => {
    const link = (typed: string) => contentOf(fieldsOfHead, { 'profile-url': typed }, {}, () => null).url
    assert.equal(link('school.example/asha'), 'https://school.example/asha')
    assert.equal(link('http://school.example'), 'http://school.example')
    assert.equal(link(' '), null)
  })

  it('finds an item by its name in any case and without accents, or by the only beginning', () => {
    const items = ['Norwegian', 'Norwegian Bokmål', 'Hindi', 'Hiri Motu', 'Volapük'].map((name) => ({
      id: name,
      name,
    }))
    for (const [typed, found] of [
      ['norwegian', 'Norwegian'],
      [' VOLAPUK ', 'Volapük'],
      ['hin', 'Hindi'],
      ['hi', undefined],
      ['Klingon', undefined],
      ['', undefined],
    ] as const)
      assert.equal(findItem(items, typed)?.name, found, typed)
  })
})
