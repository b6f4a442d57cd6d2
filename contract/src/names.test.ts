/** Tests which names of users and schools are accepted (N-36). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as v from 'valibot'
import { nameFault } from './field-faults.ts'
import { firstName, lastName } from './names.ts'

function fault(schema: v.GenericSchema, value: unknown): string | undefined {
  return v.safeParse(schema, value, { abortPipeEarly: true }).issues?.[0].message
}

const tooLong = 'Length cannot be greater than 64'
const hidden = 'Names can’t contain line breaks or hidden characters'
const noLetter = 'Enter a name with at least one letter'

describe('first and last names', () => {
  it('accepts names with joiners, combining marks, other scripts and emoji', () => {
    for (const valid of [
      'Asha',
      'O’Neil-Smith 3rd',
      'J.',
      'آرش‌زاده',
      'ക്ഷ്‍മി',
      'é'.normalize('NFD'),
      '愛',
      '👩‍👩‍👧',
      '🇮🇳',
    ]) {
      for (const schema of [firstName, lastName]) assert.equal(fault(schema, valid), undefined, valid)
    }
  })

  it('counts the length of a name in code points, without the spaces around it', () => {
    for (const letter of ['x', 'ß', '😀', '𠮷']) {
      assert.equal(fault(firstName, ` ${letter.repeat(64)} `), undefined, letter)
      assert.equal(fault(firstName, letter.repeat(65)), tooLong, letter)
      assert.equal(fault(lastName, letter.repeat(65)), tooLong, letter)
    }
    assert.equal(
      fault(firstName, 'x'.repeat(10_000)),
      tooLong,
      'the sentence names the limit of names, not that of the text',
    )
  })

  it('refuses control characters, line separators and text direction marks in names', () => {
    for (const bad of [
      '\n',
      '\t',
      '\u0000',
      '\u007f',
      '\u0085',
      '\u2028',
      '\u202e',
      '\u2066',
      '\u200b',
      '\u00ad',
    ]) {
      const name = `Asha${bad}Rao`
      assert.ok(fault(firstName, name), JSON.stringify(name))
      if (bad !== '\u0000') assert.equal(fault(lastName, name), hidden, JSON.stringify(name))
    }
  })

  it('refuses a name without a visible letter', () => {
    for (const bad of [
      '1800 555 0199',
      '...',
      '-',
      '\u3164',
      '\u115f\uffa0',
      '\u0301',
      '\u200d',
      '\u2800',
      '٣',
    ])
      assert.equal(fault(firstName, bad), noLetter, JSON.stringify(bad))
    assert.equal(fault(lastName, '.'), noLetter)
  })

  it('requires a first name and no last name', () => {
    assert.equal(fault(firstName, '  '), 'Required')
    assert.equal(nameFault('  '), null)
    assert.deepEqual(v.parse(lastName, '  '), '')
    assert.equal(v.parse(lastName, null), null)
  })
})
