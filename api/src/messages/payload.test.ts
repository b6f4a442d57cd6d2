/** Tests the masks of email addresses and phone numbers. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { maskRecipient } from './payload.ts'

it('masks email addresses and phone numbers so that only their owner recognises them', () => {
  for (const [to, masked] of [
    ['asha@example.com', 'a•••@example.com'],
    ['a@example.com', 'a•••@example.com'],
    ['asha.rao+news@mail.example.co.uk', 'a•••@mail.example.co.uk'],
    ['अ@example.com', 'अ•••@example.com'],
    ['😀x@example.com', '😀•••@example.com'],
    ['+919876543210', '+91•••210'],
    ['+4412345', '•••'],
  ] as const)
    assert.equal(maskRecipient(to), masked)
})
