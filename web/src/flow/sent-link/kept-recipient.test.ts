import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resetLinkSeconds } from '@foyer/contract/shared-values'
import { fakeBrowser } from '../../api/test-browser.ts'
import {
  fitsMask,
  forgetRecipient,
  keepRecipient,
  queryOfRecipient,
  readRecipient,
} from './kept-recipient.ts'

const fits: [string, string][] = [
  ['asha@example.com', 'a•••@example.com'],
  [' Asha@Example.com', 'a•••@example.com'],
  ['a@example.com', 'a•••@example.com'],
  ['asha@example.com', 'a•••a@example.com'],
  ['+91 98765 43210', '+91 ••••• ••210'],
  ['9876543210', '••••••3210'],
]
for (const [typed, masked] of fits) {
  test(`matches the masked contact ${masked} with ${typed}`, () =>
    assert.equal(fitsMask(typed, masked), true))
}

const others: [string, string][] = [
  ['ravi@example.com', 'a•••@example.com'],
  ['asha@example.org', 'a•••@example.com'],
  ['asha', 'a•••@example.com'],
  ['asha@example.com@example.com', 'a•••@example.com'],
  ['ashb@example.com', 'a•••a@example.com'],
  ['+91 98765 43211', '+91 ••••• ••210'],
  ['210', '••••••210'],
  ['asha210@example.com', '••••••210'],
  ['9876543210', '••••••••••'],
  ['', '••••••210'],
]
for (const [typed, masked] of others) {
  test(`does not match the masked contact ${masked} with '${typed}'`, () =>
    assert.equal(fitsMask(typed, masked), false))
}

test('remembers the recipient of a link as long as the link works', (t) => {
  fakeBrowser()
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 })
  assert.equal(readRecipient(), null)
  keepRecipient('asha@example.com', '')
  t.mock.timers.tick(resetLinkSeconds * 1000 - 1)
  assert.equal(readRecipient(), 'asha@example.com')
  t.mock.timers.tick(1)
  assert.equal(readRecipient(), null)
  assert.equal(localStorage.getItem('foyer.link-recipient'), null)
})

test('forgets the recipient of a link on request and ignores malformed records', () => {
  fakeBrowser()
  keepRecipient('asha@example.com', '')
  forgetRecipient()
  assert.equal(readRecipient(), null)
  for (const text of ['{', '[]', '{"identifier":1}', '{"identifier":"a@b.c","keptAt":"x"}']) {
    localStorage.setItem('foyer.link-recipient', text)
    assert.equal(readRecipient(), null)
  }
})

test('returns the query of a link request only for its recipient and platform', () => {
  fakeBrowser()
  keepRecipient(' Asha@Example.com', '?platform=student&redirect-url=https%3A%2F%2Flearn.example%2Flibrary')
  assert.equal(
    queryOfRecipient('asha@example.com', 'student')?.get('redirect-url'),
    'https://learn.example/library',
  )
  assert.equal(queryOfRecipient('ravi@example.com', 'student'), null)
  assert.equal(queryOfRecipient('asha@example.com', 'professor'), null)
  assert.equal(queryOfRecipient(null, 'student'), null)
  keepRecipient('+91 98765 43210', '?platform=student')
  assert.ok(queryOfRecipient('+919876543210', 'student'))
})
