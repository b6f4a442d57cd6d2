import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { explainRefusedTarget, linkFaultSentence } from './refused-target.ts'

const origins = ['https://learn.example']
const registered = { platform: 'student', origins, file: 'FILE' } as const
const explain = (query: Record<string, string>) =>
  explainRefusedTarget(new URLSearchParams(query), registered)

describe('explainRefusedTarget', () => {
  it('names an origin that is not registered, without path and query', () => {
    for (const name of ['redirect-url', 'origin'])
      assert.equal(
        explain({ [name]: 'http://localhost:5010/path?code=1' }),
        `${name} refused: origin http://localhost:5010 is not registered for student in FILE`,
      )
  })

  it('explains a redirect target that names no origin, or more than an origin may', () => {
    for (const value of ['', '/path', 'javascript:alert(1)', 'learn.example'])
      assert.match(explain({ 'redirect-url': value }) ?? '', /it is not an absolute http or https address$/)
    assert.match(explain({ 'redirect-url': 'https://me@learn.example/' }) ?? '', /it contains a user name/)
    assert.match(
      explain({ origin: 'https://learn.example/path' }) ?? '',
      /^origin refused: it contains a user name/,
    )
  })

  it('refuses every redirect target of a platform that never redirects', () => {
    const search = new URLSearchParams({ 'redirect-url': 'https://learn.example/' })
    assert.equal(
      explainRefusedTarget(search, { ...registered, platform: 'serviceAdmin' }),
      'redirect-url refused: serviceAdmin never redirects to another site',
    )
  })

  it('returns null without a redirect target and for a registered one', () => {
    assert.equal(explain({}), null)
    assert.equal(
      explain({ 'redirect-url': 'https://learn.example/a?b', origin: 'https://learn.example' }),
      null,
    )
  })
})

describe('linkFaultSentence', () => {
  it('names the part of a link that is wrong, without its value', () => {
    const cases = [
      ['student', { platform: 'wrong' }, 'This link names a platform we don’t recognise.'],
      ['student', { origin: 'https://evil.example' }, 'This link comes from a site we don’t recognise.'],
      [
        'student',
        { 'redirect-url': 'https://evil.example/' },
        'This link goes to a site we don’t recognise.',
      ],
      [
        'serviceAdmin',
        { 'redirect-url': 'https://learn.example/' },
        'This link goes to another site, which isn’t allowed here.',
      ],
      ['student', {}, 'Something is wrong with this link.'],
    ] as const
    for (const [platform, query, sentence] of cases)
      assert.equal(linkFaultSentence(new URLSearchParams(query), platform, origins), sentence)
  })
})
