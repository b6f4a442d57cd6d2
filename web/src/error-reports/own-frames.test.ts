/** Proves N-151 of docs/security-tests.md. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { framesIn } from './own-frames.ts'

const origin = 'https://accounts.example'

test('frames of our scripts are read in the spelling of Chromium, Firefox and Safari', () => {
  for (const [line, name] of [
    [`    at focusField (${origin}/assets/first-Dk_3x-9.js:1:204)`, 'focusField'],
    [`    at async Object.<anonymous> (${origin}/assets/first-Dk_3x-9.js:1:204)`, 'async Object.<anonymous>'],
    [`    at new e$1 (${origin}/assets/first-Dk_3x-9.js:1:204)`, 'new e$1'],
    [`    at ${origin}/assets/first-Dk_3x-9.js:1:204`, null],
    [`    at attach (${origin}/assets/first-Dk_3x-9.js?v=1#a:1:204)`, 'attach'],
    [`focusField@${origin}/assets/first-Dk_3x-9.js:1:204`, 'focusField'],
    [`@${origin}/assets/first-Dk_3x-9.js:1:204`, null],
  ] as const)
    assert.deepEqual(
      framesIn(`Error: x\n${line}`, origin),
      [{ name, file: '/assets/first-Dk_3x-9.js', line: 1, column: 204 }],
      line,
    )
})

test('a frame of the page itself names neither its path nor its query', () => {
  const link = '/reset-password/c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f/3Fk29sLq0PzXw8Yt7RmNvB1/1767225600'
  for (const path of [`${link}?email=asha@example.com`, '/', '/assets/a.js/more', '/assets/../x.js'])
    assert.deepEqual(framesIn(`    at fail (${origin}${path}:24:8)`, origin), [
      { name: 'fail', file: 'page', line: 24, column: 8 },
    ])
})

test('frames of extensions and of other hosts are dropped, as are lines without a place', () => {
  for (const line of [
    `Error: could not load ${origin}/assets/first.js`,
    `Error: ${origin}/reset-password/a/b/1`,
    '    at outer (chrome-extension://abcdefghijklmnop/content.js:7:8)',
    `    at outer (chrome-extension://abc/?${origin}/assets/first.js:7:8)`,
    `    at outer (https://evil.example/${origin}/assets/first.js:7:8)`,
    '    at outer (https://accounts.example.evil.example/assets/first.js:7:8)',
    `    at eval (${origin}/assets/first.js:x:y)`,
    '    at async Promise.all (index 0)',
    '    at <anonymous>',
    '',
  ])
    assert.deepEqual(framesIn(line, origin), [], line)
})

test('the frames of a deep stack are the first twenty', () => {
  const lines = Array.from({ length: 50 }, (_, index) => `f@${origin}/assets/a.js:${index + 1}:1`)
  const frames = framesIn(lines.join('\n'), origin)
  assert.deepEqual([frames.length, frames[19]?.line], [20, 20])
})
