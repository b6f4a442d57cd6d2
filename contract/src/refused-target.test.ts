import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { explainRefusedTarget } from './refused-target.ts'

const origins = ['https://learn.example']
const registered = { platform: 'student', origins, file: 'FILE' } as const
const explain = (query: Record<string, string>) =>
  explainRefusedTarget(new URLSearchParams(query), registered)

describe('the explanation of a refused target', () => {
  it('names the origin that is not registered, without path and query', () => {
    for (const name of ['redirect-url', 'origin'])
      assert.equal(
        explain({ [name]: 'http://localhost:5010/path?code=1' }),
        `${name} refused: origin http://localhost:5010 is not registered for student in FILE`,
      )
  })

  it('says what is wrong with an address that names no origin, or more than it may', () => {
    for (const value of ['', '/path', 'javascript:alert(1)', 'learn.example'])
      assert.match(explain({ 'redirect-url': value }) ?? '', /it is no absolute http or https address$/)
    assert.match(explain({ 'redirect-url': 'https://me@learn.example/' }) ?? '', /it holds more than/)
    assert.match(
      explain({ origin: 'https://learn.example/path' }) ?? '',
      /^origin refused: it holds more than/,
    )
  })

  it('says that a platform leads nowhere, whatever the address', () => {
    const search = new URLSearchParams({ 'redirect-url': 'https://learn.example/' })
    assert.equal(
      explainRefusedTarget(search, { ...registered, platform: 'serviceAdmin' }),
      'redirect-url refused: serviceAdmin never leads on to another site',
    )
  })

  it('is missing where the query has no target, or a good one', () => {
    assert.equal(explain({}), null)
    assert.equal(
      explain({ 'redirect-url': 'https://learn.example/a?b', origin: 'https://learn.example' }),
      null,
    )
  })
})
