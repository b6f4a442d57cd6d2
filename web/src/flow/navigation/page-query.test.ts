import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setGlobal } from '../../api/test-browser.ts'
import { identifierIn, withPageQuery } from './page-query.ts'

test('reads an email or a phone number from a query, its plus encoded or not', () => {
  const read = (query: string) => identifierIn(new URLSearchParams(query))
  assert.equal(read('email=asha%40example.com'), 'asha@example.com')
  assert.equal(read('phoneNumber=%2B919876543210'), '+919876543210')
  assert.equal(read('phoneNumber=+919876543210'), '+919876543210')
  assert.equal(read('platform=student'), null)
})

test('a page of another platform gets the query with its own platform', () => {
  setGlobal('location', { search: '?platform=recruitmentPlatform&utm_source=mail' })
  const query = 'platform=school&utm_source=mail'
  assert.equal(withPageQuery('/school/signup?platform=school', ''), `/school/signup?${query}`)
})

test('carries the typed text and the rest of the query to the next page', () => {
  const search =
    '?platform=student&redirect-url=https%3A%2F%2Fa.test%2F&email=old%40example.com&autoNext=true'
  const rest = 'platform=student&redirect-url=https%3A%2F%2Fa.test%2F'
  setGlobal('location', { search })
  const path = '/forgot-password?platform=student'
  assert.equal(withPageQuery(path, 'asha@example.com'), `/forgot-password?${rest}&email=asha%40example.com`)
  assert.equal(withPageQuery(path, '+91 98765'), `/forgot-password?${rest}&phoneNumber=%2B91+98765`)
  assert.equal(withPageQuery(path, ''), `/forgot-password?${rest}`)
})
