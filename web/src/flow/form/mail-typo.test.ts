import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meantMail } from './mail-typo.ts'

test('corrects a mistyped common domain and keeps the name as typed', () => {
  const slips: [string, string][] = [
    ['Asha.Rao@gmial.com', 'Asha.Rao@gmail.com'],
    ['asha@gmail.con', 'asha@gmail.com'],
    ['asha@gmail.co', 'asha@gmail.com'],
    ['asha@gamil.com', 'asha@gmail.com'],
    ['asha@gmail', 'asha@gmail.com'],
    [' asha@yaho.com ', 'asha@yahoo.com'],
    ['asha@hotmial.com', 'asha@hotmail.com'],
    ['asha@outlok.com', 'asha@outlook.com'],
    ['asha@rediffmial.com', 'asha@rediffmail.com'],
    ['asha@GMAIL.CM', 'asha@gmail.com'],
  ]
  for (const [typed, meant] of slips) assert.equal(meantMail(typed), meant, typed)
})

test('suggests nothing for correct, rare and malformed addresses', () => {
  for (const typed of [
    'asha@gmail.com',
    'asha@mail.com',
    'asha@email.com',
    'asha@me.com',
    'asha@school.edu.in',
    'asha@example.com',
    'asha@acme.io',
    'asha@',
    '@gmial.com',
    'asha',
    '+91 98765 43210',
    'a@b@gmial.com',
  ]) {
    assert.equal(meantMail(typed), null, typed)
  }
})
