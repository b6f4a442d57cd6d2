import assert from 'node:assert/strict'
import { test } from 'node:test'
import { greetingName } from './greeting-name.ts'

test('keeps a name of twenty letters and cuts a longer one with an ellipsis', () => {
  assert.equal(greetingName('Asha'), 'Asha')
  assert.equal(greetingName('A'.repeat(20)), 'A'.repeat(20))
  assert.equal(greetingName('A'.repeat(21)), `${'A'.repeat(20)}...`)
})

test('counts graphemes in a name and never cuts through one', () => {
  const family = '👩‍👩‍👧'
  assert.equal(greetingName(family.repeat(20)), family.repeat(20))
  assert.equal(greetingName('é'.repeat(21)), `${'é'.repeat(20)}...`)
})
