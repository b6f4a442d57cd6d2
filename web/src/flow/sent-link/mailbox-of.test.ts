import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailboxOf } from './mailbox-of.ts'

const known: [string, string, string][] = [
  ['asha@gmail.com', 'Gmail', 'https://mail.google.com/mail/'],
  [' Asha@Gmail.COM ', 'Gmail', 'https://mail.google.com/mail/'],
  ['asha@googlemail.com', 'Gmail', 'https://mail.google.com/mail/'],
  ['asha@hotmail.com', 'Outlook', 'https://outlook.live.com/mail/'],
  ['asha@yahoo.co.in', 'Yahoo Mail', 'https://mail.yahoo.com/'],
  ['asha@me.com', 'iCloud Mail', 'https://www.icloud.com/mail/'],
  ['asha@zoho.in', 'Zoho Mail', 'https://mail.zoho.in/'],
  ['a•••@gmail.com', 'Gmail', 'https://mail.google.com/mail/'],
]

for (const [address, name, url] of known) {
  test(`offers the mailbox ${name} for ${address}`, () => assert.deepEqual(mailboxOf(address), { name, url }))
}

for (const address of [
  'asha@example.com',
  'asha@gmail.com.evil.example',
  'asha@mail.gmail.com',
  '+91 98765 43210',
  'gmail.com',
  'asha@__proto__',
  'asha@constructor',
  '',
]) {
  test(`offers no mailbox for '${address}'`, () => assert.equal(mailboxOf(address), null))
}
