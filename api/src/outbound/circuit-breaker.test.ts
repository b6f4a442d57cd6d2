import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCircuitBreaker } from './circuit-breaker.ts'

describe('a breaker', () => {
  it('opens after failures in a row, not after as many among successes', () => {
    const breaker = createCircuitBreaker({ failures: 3, pauseMs: 60_000 })
    for (const wasFine of [false, false, true, false, false]) breaker.note(wasFine)
    assert.deepEqual([breaker.mayCall(), breaker.isOpen()], [true, false])
    breaker.note(false)
    assert.deepEqual([breaker.mayCall(), breaker.isOpen()], [false, true])
  })

  it('lets one call try after its pause, and closes when that is fine', async () => {
    const breaker = createCircuitBreaker({ failures: 1, pauseMs: 50 })
    breaker.note(false)
    await sleep(60)
    assert.deepEqual([breaker.mayCall(), breaker.mayCall()], [true, false])
    breaker.note(true)
    assert.deepEqual([breaker.mayCall(), breaker.mayCall()], [true, true])
  })
})
