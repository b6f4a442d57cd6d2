/**
 * Runs work whose capacity all users share, such as decoding pictures: a bounded number at once, the rest in the order of
 * arrival, and few slots for each user, so that no user makes all others wait or keeps them out.
 */
import { Failure } from '../failure.ts'

type FairQueueBounds = {
  /** How much work runs at the same time. */
  atOnce: number
  /** How much work of all users waits. Any further work is refused with `overloaded`. */
  mostWaiting: number
  /** How much work of one user runs and waits. Any further work is refused with `too-many-attempts`. */
  perUser: number
}

type FairQueue = {
  /** Runs `work` when its turn has come. Throws before it, if no slot is free. */
  run<T>(userId: string, work: () => Promise<T>): Promise<T>
}

const retrySeconds = 5

export function createFairQueue({ atOnce, mostWaiting, perUser }: FairQueueBounds): FairQueue {
  const waiting: (() => void)[] = []
  const slotsOf = new Map<string, number>()
  let running = 0

  function takeSlot(userId: string): void {
    const slots = slotsOf.get(userId) ?? 0
    if (slots >= perUser)
      throw new Failure('too-many-attempts', { waitSeconds: retrySeconds, limit: 'places-of-user' })
    if (running >= atOnce && waiting.length >= mostWaiting)
      throw new Failure('overloaded', { waitSeconds: retrySeconds })
    slotsOf.set(userId, slots + 1)
  }

  function freeSlot(userId: string): void {
    const slots = slotsOf.get(userId) ?? 0
    if (slots > 1) slotsOf.set(userId, slots - 1)
    else slotsOf.delete(userId)
  }

  async function takeTurn(): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    await new Promise<void>((start) => waiting.push(start))
  }

  /** Passes the turn on to the next work that waits. */
  function endTurn(): void {
    const start = waiting.shift()
    if (start) start()
    else running -= 1
  }

  return {
    async run(userId, work) {
      takeSlot(userId)
      try {
        await takeTurn()
        try {
          return await work()
        } finally {
          endTurn()
        }
      } finally {
        freeSlot(userId)
      }
    },
  }
}
