/** Tests which parts of an error report are stored (N-151). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cleanMessage, cleanReport, fingerprintOf } from './clean-report.ts'

const frame = { name: 'focusField', file: '/assets/first-DkfP3x_9.js', line: 1, column: 20_481 }
const report = {
  kind: 'error' as const,
  message: 'x is not a function',
  frames: [frame],
  page: '/',
  build: 'de7ab7d0c1f2',
}

describe('cleaning of error messages', () => {
  it('removes addresses, queries, tokens, ids, numbers and quoted text', () => {
    for (const [input, expected] of [
      ['No user asha.rao@example.com here', 'No user [email] here'],
      ['failed: https://a.example/x?token=abc#d', 'failed: https://a.example/x'],
      ['failed: x.js?code=1&x=2', 'failed: x.js'],
      [
        'no /reset-password/c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f/3Fk29sLq0PzXw8Yt7RmNvB1/1767225600',
        'no /reset-password/[id]/[token]/[number]',
      ],
      ['eyJhbGciOiJFUzI1NiJ9abc.eyJzdWIiOiIxIn0.c2lnbmF0dXJl was refused', '[token] was refused'],
      ['abcdefghijklmnopqrstuvwxyzABCDEFGH is unknown', '[token] is unknown'],
      ['the code 123456 is wrong', 'the code [number] is wrong'],
      ['the code १२३४५६ is wrong', 'the code [number] is wrong'],
      ['98765 43210 and (020) 7946-0958 rang', '[number] and ([number] rang'],
      ['+91 98765 43210', '[phone]'],
      [
        `Unexpected token 'p', "pass word 1" is not valid JSON`,
        `Unexpected token 'p', "…" is not valid JSON`,
      ],
      [
        `Unexpected token 'A', ..."name":"Asha","x"... is not valid JSON`,
        `Unexpected token 'A', ..."…"... is not valid JSON`,
      ],
      ["'Asha Rao, 7 b' is not a valid selector", "'…' is not a valid selector"],
      ['a `typed text` in “quotes” is cut', 'a "…" is cut'],
      ['two\nlines\tand\u0000 more', 'two lines and more'],
    ] as const)
      assert.equal(cleanMessage(input), expected, input)
  })

  it('keeps what a developer needs', () => {
    for (const text of [
      "Cannot read properties of undefined (reading 'focus')",
      "Failed to execute 'insertBefore' on 'Node': The node before which the new node is to be inserted is not a child of this node.",
      "can't access property of undefined, it isn't there",
      'Failed to fetch dynamically imported module: https://accounts.example/assets/first-DkfP3x_9.js',
      'The request failed with 404 after 3.5 s',
      'getDerivedStateFromProps is not a function',
      'ReadableStreamDefaultController is closed',
      'Is this known?',
    ])
      assert.equal(cleanMessage(text), text)
    assert.equal(
      cleanMessage(
        'Minified React error #418; visit https://react.dev/errors/418?args[]=Asha&args[]= for more',
      ),
      'Minified React error #418; visit https://react.dev/errors/418 for more',
    )
  })

  it('cuts long messages, and drops the last word of one that the browser has cut', () => {
    assert.equal(cleanMessage('word '.repeat(199)).length, 299)
    const cut = `${'7a'.repeat(490)} of asha@example.com`.slice(0, 1_000).padEnd(1_000, 'x')
    assert.equal(cleanMessage(cut), '[token] of')
    assert.equal(cleanMessage('x'.repeat(1_000)), '')
    assert.equal(cleanMessage(`${'é😀 '.repeat(99)}😀😀`).isWellFormed(), true)
  })
})

describe('cleaning of error reports', () => {
  it('keeps frames of our own scripts alone', () => {
    const files = [
      'chrome-extension://abcdefghijklmnop/content.js',
      'https://evil.example/assets/a.js',
      '/assets/../secret.js',
      '/assets/a.js?token=1',
      '/reset-password/c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f/abc/1',
      'page',
      '/assets/first-DkfP3x_9.js',
    ]
    const { frames } = cleanReport({ ...report, frames: files.map((file) => ({ ...frame, file })) })
    assert.deepEqual(
      frames.map(({ file }) => file),
      ['page', '/assets/first-DkfP3x_9.js'],
    )
    const many = Array.from({ length: 20 }, (_, line) => ({ ...frame, line }))
    assert.equal(cleanReport({ ...report, frames: many }).frames.length, 10)
  })

  it('keeps names of functions, and drops other text in their place', () => {
    for (const [name, kept] of [
      ['async Object.<anonymous>', 'async Object.<anonymous>'],
      ['new e$1', 'new e$1'],
      ['asha@example.com', null],
      ['HTMLFormElement.<a typed text!>', null],
      ['3Fk29sLq0PzXw8Yt7RmNvB1', null],
      ['code 123456', null],
      [null, null],
    ] as const)
      assert.equal(cleanReport({ ...report, frames: [{ ...frame, name }] }).frames[0]?.name, kept)
  })

  it('replaces a page that is no pattern, and a build that is no name', () => {
    const link = '/reset-password/c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f/3Fk29sLq0PzXw8Yt7RmNvB1/1767225600'
    assert.equal(cleanReport({ ...report, page: link }).page, 'none')
    assert.equal(cleanReport({ ...report, page: '/?email=asha@example.com' }).page, 'none')
    const pattern = '/reset-password/:uuid/:token/:timestamp'
    assert.equal(cleanReport({ ...report, page: pattern }).page, pattern)
    assert.equal(cleanReport({ ...report, build: 'asha@example.com' }).build, 'unknown')
    assert.equal(cleanReport(report).build, 'de7ab7d0c1f2')
  })

  it('gives equal errors one fingerprint, and others another', () => {
    const own = fingerprintOf(report)
    assert.deepEqual(fingerprintOf({ ...report, frames: [frame, { ...frame, line: 9 }] }), own)
    for (const other of [
      { kind: 'rejection' as const },
      { message: 'y is not a function' },
      { page: '/signup' },
      { build: 'another' },
      { frames: [{ ...frame, column: 1 }] },
      { frames: [] },
    ])
      assert.notDeepEqual(fingerprintOf({ ...report, ...other }), own)
  })
})
