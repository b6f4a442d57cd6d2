/** Tests the rules of every profile section, and the dates and links of their fields (N-95). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isInOrder, isPartialDate, linkHost } from './section-fields.ts'
import { sectionNames } from './section-names.ts'
import { profileSections, type Section, sectionKey } from './sections.ts'

describe('sections', () => {
  it('has no field with the name of what every entry has', () => {
    for (const name of sectionNames)
      for (const field of ['id', 'position', 'createdAt', 'updatedAt'])
        assert.ok(!(field in profileSections[name].fields), `${name} ${field}`)
  })

  it('names an entry of each section differently, and tells entries apart by a field that they have', () => {
    const sections: Section[] = Object.values(profileSections)
    assert.equal(new Set(sections.map(({ entry }) => entry)).size, sections.length)
    for (const { key, fields } of sections) assert.ok(key === undefined || key in fields)
    assert.equal(sectionKey('preferred-work-locations'), 'preferredWorkLocations')
  })
})

describe('fields of entries', () => {
  it('takes a year, a month and a day that exist', () => {
    for (const date of ['1900', '2024', '2024-02', '2024-02-29', '2100-12-31'])
      assert.ok(isPartialDate(date), date)
    for (const date of ['24', '1899', '2101', '2023-02-29', '2024-00', '2024-13', '2024-1', '2024-04-31', ''])
      assert.ok(!isPartialDate(date), date)
  })

  it('compares the start and the end of a period as exactly as both are known', () => {
    for (const [start, end, isRight] of [
      ['2024', '2024-01-01', true],
      ['2024-05-31', '2024', true],
      ['2024-05', '2024-04-30', false],
      ['2024-05-02', '2024-05-01', false],
      [null, '2024', true],
      ['2024', null, true],
    ] as const)
      assert.equal(isInOrder(start, end), isRight, `${start} ${end}`)
  })

  it('takes links of https without credentials, and nothing that a browser would run', () => {
    assert.equal(linkHost('https://Example.com/a?b=c'), 'example.com')
    for (const wrong of [
      'http://example.com',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://user@example.com',
      'example.com',
      '//example.com',
      'https://',
      'https://exa\u202emple.com',
    ])
      assert.equal(linkHost(wrong), null, wrong)
  })
})
