import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCircuitBreaker } from './circuit-breaker.ts'

describe('circuit breaker', () => {
  it('opens the circuit after failures in a row, not after as many failures among successes', () => {
    const breaker = createCircuitBreaker({ failures: 3, pauseMs: 60_000 })
    for (const succeeded of [false, false, true, false, false]) breaker.note(succeeded)
    assert.deepEqual([breaker.mayCall(), breaker.isOpen()], [true, false])
    breaker.note(false)
    assert.deepEqual([breaker.mayCall(), breaker.isOpen()], [false, true])
  })

  it('lets one call test the server after the pause, and closes the circuit when it succeeds', async () => {
    const breaker = createCircuitBreaker({ failures: 1, pauseMs: 50 })
    breaker.note(false)
    await sleep(60)
    assert.deepEqual([breaker.mayCall(), breaker.mayCall()], [true, false])
    breaker.note(true)
    assert.deepEqual([breaker.mayCall(), breaker.mayCall()], [true, true])
  })
})
