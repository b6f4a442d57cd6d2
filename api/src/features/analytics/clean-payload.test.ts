import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cleanPayload } from './clean-payload.ts'

const clean = (text: string) => cleanPayload({ text }).text

describe('analytics payload cleaning', () => {
  it('removes queries, fragments and users from URLs', () => {
    for (const [input, expected] of [
      ['https://learn.example/a?code=1&x=2', 'https://learn.example/a'],
      ['from https://learn.example/a?code=1 to /b?c=2 and on', 'from https://learn.example/a to /b and on'],
      ['HTTPS://learn.example?code=1#token=2', 'HTTPS://learn.example'],
      ['https://asha:secret@learn.example/', 'https://learn.example/'],
      ['https://asha@school:p@ss@learn.example', 'https://learn.example'],
      ['https://a.example/https://asha@b.example/?c=1', 'https://a.example/https://b.example/'],
      ['/?redirect-url=https%3A%2F%2Flearn.example%2F', '/'],
      ['android-app://com.example/#x', 'android-app://com.example/'],
    ] as const)
      assert.equal(clean(input), expected, input)
  })

  it('replaces email addresses, phone numbers and tokens', () => {
    for (const [input, expected] of [
      ['asha.rao@example.com', '[email]'],
      ['sent to asha@example.com, thanks', 'sent to [email], thanks'],
      ['asha%40example.com', '[email]'],
      ['100%sure@example.com', '[email]'],
      ['/people/asha@example.com/courses', '/people/[email]/courses'],
      ['learn.example.ac_3Fk29sLq0PzXw8Yt7RmNvB1.more', 'learn.example.[token]'],
      ['c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f-3Fk29sLq0PzXw8Yt7RmNvB1', '[token]'],
      ['+91 98765 43210', '[phone]'],
      ['call 0091-98765-43210 now', 'call [phone] now'],
      ['ac_3Fk29sLq0PzXw8Yt7RmNvB1', '[token]'],
      ['eyJhbGciOiJFUzI1NiJ9abc.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', '[token]'],
      [
        '/reset-password/c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f/3Fk29sLq0PzXw8Yt7RmNvB1/1767225600',
        '/reset-password/c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f/[token]/1767225600',
      ],
    ] as const)
      assert.equal(clean(input), expected, input)
  })

  it('keeps text without personal data or credentials', () => {
    for (const text of [
      'student',
      'What is this? A test',
      'c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f',
      '2026-01-01',
      '+1',
      'recruitment-platform-for-schools',
      'google.com',
      '',
    ])
      assert.equal(clean(text), text)
    assert.deepEqual(cleanPayload({ a: 1, b: true, c: null }), { a: 1, b: true, c: null })
  })

  it('cleans long and repetitive text in the same way', () => {
    for (const [input, expected] of [
      ['a.'.repeat(485), 'a.'.repeat(485)],
      [`${'a.'.repeat(485)}@`, `${'a.'.repeat(485)}@`],
      [`${'a.'.repeat(485)}@example.com`, '[email]'],
      [`@${'a.'.repeat(485)}`, `@${'a.'.repeat(485)}`],
      [`${'a.'.repeat(485)}://host?code=1`, `${'a.'.repeat(485)}://host`],
      ['1-'.repeat(485), '[token]'],
      [`00 ${'1'.repeat(900)}`, '00 [token]'],
      [`+1${' '.repeat(900)}`, `+1${' '.repeat(900)}`],
    ] as const)
      assert.equal(clean(input), expected, input.slice(0, 40))
  })
})
