/** Tests the queue of work whose capacity all users share. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Failure } from '../failure.ts'
import { createFairQueue } from './fair-queue.ts'

const bounds = { atOnce: 1, mostWaiting: 4, perUser: 2 }

/** Returns work that runs until the test ends it. */
function heldWork() {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  return { work: () => promise, end }
}

const codeOf = (error: unknown) => error instanceof Failure && [error.code, error.waitSeconds]

describe('the fair queue', () => {
  it('refuses a third place to a user, and takes the work of another user', async () => {
    const queue = createFairQueue(bounds)
    const { work, end } = heldWork()
    const own = [queue.run('a', work), queue.run('a', work)]
    await assert.rejects(queue.run('a', work), (error) => {
      assert.deepEqual(codeOf(error), ['too-many-attempts', 5])
      return true
    })
    const other = queue.run('b', async () => 'done')
    end()
    assert.equal(await other, 'done')
    await Promise.all(own)
    assert.equal(await queue.run('a', async () => 'again'), 'again')
  })

  it('runs no more at once than its bound, in the order of arrival', async () => {
    const queue = createFairQueue({ ...bounds, atOnce: 2 })
    const held = ['a', 'b', 'c', 'd'].map((name) => ({ name, ...heldWork() }))
    const started: string[] = []
    const all = held.map(({ name, work }) =>
      queue.run(name, () => {
        started.push(name)
        return work()
      }),
    )
    await new Promise(setImmediate)
    assert.deepEqual(started, ['a', 'b'])
    held[1]?.end()
    await all[1]
    await new Promise(setImmediate)
    assert.deepEqual(started, ['a', 'b', 'c'])
    for (const { end } of held) end()
    await Promise.all(all)
    assert.deepEqual(started, ['a', 'b', 'c', 'd'])
  })

  it('refuses work where too much of all users waits', async () => {
    const queue = createFairQueue(bounds)
    const { work, end } = heldWork()
    const taken = ['a', 'b', 'c', 'd', 'e'].map((name) => queue.run(name, work))
    await assert.rejects(queue.run('f', work), (error) => {
      assert.deepEqual(codeOf(error), ['overloaded', 5])
      return true
    })
    end()
    await Promise.all(taken)
  })

  it('gives the place and the turn back when work fails', async () => {
    const queue = createFairQueue({ atOnce: 1, mostWaiting: 1, perUser: 1 })
    for (let count = 0; count < 3; count += 1)
      await assert.rejects(
        queue.run('a', async () => {
          throw new Error('broken')
        }),
        /broken/,
      )
    assert.equal(await queue.run('a', async () => 1), 1)
  })
})
