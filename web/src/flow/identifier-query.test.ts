import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setGlobal } from '../api/test-browser.ts'
import { handOn, identifierIn } from './identifier-query.ts'

test('an email or a phone number is read from a query, its plus encoded or not', () => {
  const read = (query: string) => identifierIn(new URLSearchParams(query))
  assert.equal(read('email=asha%40example.com'), 'asha@example.com')
  assert.equal(read('phoneNumber=%2B919876543210'), '+919876543210')
  assert.equal(read('phoneNumber=+919876543210'), '+919876543210')
  assert.equal(read('platform=student'), null)
})

test('the next page gets the identifier and the rest of the query, under its own platform', () => {
  const search =
    '?platform=student&redirect-url=https%3A%2F%2Fa.test%2F&email=old%40example.com&autoNext=true'
  setGlobal('location', { search, origin: 'https://foyer.test' })
  assert.equal(
    handOn('/forgot-password?platform=iqa', 'asha@example.com'),
    '/forgot-password?platform=iqa&redirect-url=https%3A%2F%2Fa.test%2F&email=asha%40example.com',
  )
  assert.equal(
    handOn('/?platform=student', '+91 98765 43210'),
    '/?platform=student&redirect-url=https%3A%2F%2Fa.test%2F&phoneNumber=%2B91+98765+43210',
  )
  assert.equal(handOn('/?platform=student', ''), '/?platform=student&redirect-url=https%3A%2F%2Fa.test%2F')
})
