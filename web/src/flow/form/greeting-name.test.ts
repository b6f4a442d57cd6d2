import assert from 'node:assert/strict'
import { test } from 'node:test'
import { greetingName } from './greeting-name.ts'

test('a name of twenty letters is whole, a longer one is cut and says so', () => {
  assert.equal(greetingName('Asha'), 'Asha')
  assert.equal(greetingName('A'.repeat(20)), 'A'.repeat(20))
  assert.equal(greetingName('A'.repeat(21)), `${'A'.repeat(20)}...`)
})

test('letters are what people see: with their signs and marks, never halves of one', () => {
  const family = '👩‍👩‍👧'
  assert.equal(greetingName(family.repeat(20)), family.repeat(20))
  assert.equal(greetingName('é'.repeat(21)), `${'é'.repeat(20)}...`)
})
