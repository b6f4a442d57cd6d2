/** Tests which growth a soak reports. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasGrown, judge } from './soak-figures.ts'

const samples = (name: string, values: readonly number[]) => values.map((value) => ({ [name]: value }))

describe('the judgement of a soak', () => {
  it('accepts a table that breathes, and growth in the first half', () => {
    assert.equal(hasGrown(judge(samples('table sessions', [1, 9, 40, 80, 80, 70, 81, 72]))), false)
  })

  it('reports a table that grows in the second half', () => {
    assert.equal(hasGrown(judge(samples('table sessions', [1, 9, 20, 30, 40, 50, 60, 70]))), true)
  })

  it('reports descriptors that leak, and accepts a few more', () => {
    assert.equal(hasGrown(judge(samples('descriptors', [40, 41, 41, 41, 42, 43, 44, 49]))), false)
    assert.equal(hasGrown(judge(samples('descriptors', [40, 41, 41, 41, 42, 43, 60, 80]))), true)
  })

  it('reports a value that could not be read', () => {
    assert.equal(hasGrown(judge(samples('memory', [1, 1, 1, Number.NaN]))), true)
  })
})
