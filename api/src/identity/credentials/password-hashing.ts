/** Hashes passwords with argon2id behind a bounded queue, which keeps a flood of sign-ins out of Node's thread pool. */
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Config } from '../../kernel/config/config.ts'
import { Failure } from '../../kernel/failure.ts'
import { createBoundedQueue } from '../../kernel/limits/bounded-queue.ts'
import { traced } from '../../kernel/tracing/tracing.ts'
import { lowerPoolPriority } from './pool-priority.ts'

export type Hasher = {
  /** Returns a PHC string. Throws `overloaded` when the queue is full or too slow. */
  hash(password: string): Promise<string>
  /** Returns false for a missing hash, at the same cost. */
  verify(hash: string | null, password: string): Promise<boolean>
  /** Returns whether a hash was made with other parameters than the configured ones. */
  isOutdated(hash: string): boolean
  /**
   * Reserves a slot for a request that will hash a password, before the request queries the database: requests beyond the
   * queue then cost no query. Returns the function that frees the slot. Throws `overloaded` when no slot is free.
   */
  takeHashSlot(): () => void
  /**
   * Runs `work`: statements, then a hash; it calls `hashed` after the hash. While more than `workers + 1` are in progress,
   * new work waits; then all waiting work starts together, so its statements form one batch.
   */
  inGroup<T>(work: (hashed: () => void) => Promise<T>): Promise<T>
  load(): HasherLoad
}

/** Hashes being computed, waiting, and refused since the start. */
export type HasherLoad = { running: number; waiting: number; refused: number }

export function createHasher({ memoryKib, passes, workers, queue, waitMs }: Config['hashing']): Hasher {
  const options = { algorithm: 2, memoryCost: memoryKib, timeCost: passes, parallelism: 1 } as const
  const decoy = hash(randomBytes(24).toString('base64'), options)
  // The first hash starts every thread of the pool. The system may refuse the lower priority.
  decoy.then(lowerPoolPriority).catch(() => {})
  let refused = 0
  let slotsTaken = 0
  /** The number of `inGroup` calls that have started and whose hash has not ended. */
  let grouped = 0
  let nextGroup: (() => void)[] = []

  function refusal(): Failure {
    refused += 1
    return new Failure('overloaded', { waitSeconds: 2 })
  }

  function startGroup(): void {
    // Starts the next group early: one hash waits for a worker while the statements of the group run.
    if (grouped > workers + 1) return
    const group = nextGroup
    nextGroup = []
    grouped += group.length
    for (const begin of group) begin()
  }

  function leaveGroup(): void {
    grouped -= 1
    startGroup()
  }

  const hashes = createBoundedQueue({ atOnce: workers, mostWaiting: queue, waitMs, refuse: refusal })
  const noFacts = () => ({})

  /** The difference of the two spans is the wait for a worker. */
  function inQueue<T>(work: () => Promise<T>): Promise<T> {
    return traced('internal', 'hash queue', noFacts, () =>
      hashes.run(() => traced('internal', 'argon2id', noFacts, work)),
    )
  }

  return {
    hash: (password) => inQueue(() => hash(normalized(password), options)),
    verify: (stored, password) =>
      inQueue(async () => {
        const isRight = await verify(stored ?? (await decoy), normalized(password))
        return isRight && stored !== null
      }),
    takeHashSlot() {
      if (slotsTaken >= workers + queue) throw refusal()
      slotsTaken += 1
      return () => {
        slotsTaken -= 1
      }
    },
    async inGroup(work) {
      const { promise: mayBegin, resolve } = Promise.withResolvers<void>()
      nextGroup.push(resolve)
      startGroup()
      await mayBegin
      let isCounted = true
      const leave = () => {
        if (isCounted) leaveGroup()
        isCounted = false
      }
      return work(leave).finally(leave)
    },
    load: () => ({ ...hashes.load(), refused }),
    isOutdated: (stored) => !stored.startsWith(`$argon2id$v=19$m=${memoryKib},t=${passes},p=1$`),
  }
}

export function isSamePassword(one: string, other: string): boolean {
  return normalized(one) === normalized(other)
}

/** Makes the same characters from another keyboard the same password (Unicode NFKC). */
function normalized(password: string): string {
  return password.normalize('NFKC')
}
