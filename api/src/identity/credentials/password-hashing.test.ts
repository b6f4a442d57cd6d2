import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createHasher } from './password-hashing.ts'

const open = () => createHasher({ memoryKib: 64, passes: 1, workers: 1, queue: 20, waitMs: 10_000 })

describe('callers that prepare a hash in groups', () => {
  it('lets later callers begin together once few hashes are left, in their order', async () => {
    const hasher = open()
    const begun: number[] = []
    const hashed: (() => void)[] = []
    const callers = Array.from({ length: 8 }, (_, index) =>
      hasher.inGroup(async (end) => {
        begun.push(index)
        const { promise, resolve } = Promise.withResolvers<void>()
        hashed.push(resolve)
        await promise
        end()
      }),
    )
    await nextTurn()
    assert.deepEqual(begun, [0, 1, 2])
    hashed[0]?.()
    await nextTurn()
    assert.deepEqual(begun, [0, 1, 2, 3, 4, 5, 6, 7])
    for (const end of hashed) end()
    await Promise.all(callers)
  })

  it('counts a caller that fails before its hash, or that ends it twice, once', async () => {
    const hasher = open()
    for (let count = 0; count < 10; count += 1) {
      await assert.rejects(hasher.inGroup(() => Promise.reject(new Error('no database'))))
      await hasher.inGroup(async (end) => {
        end()
        end()
      })
    }
    const begun: number[] = []
    for (let index = 0; index < 5; index += 1)
      void hasher.inGroup(() => new Promise<void>(() => begun.push(index)))
    await nextTurn()
    assert.deepEqual(begun, [0, 1, 2])
  })
})
