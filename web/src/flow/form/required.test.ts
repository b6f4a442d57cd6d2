import assert from 'node:assert/strict'
import { test } from 'node:test'
import { required as contractSentence } from '@foyer/contract/fields'
import { required } from './required.ts'

test('the form says what the contract says', () => {
  assert.equal(required, contractSentence)
})
