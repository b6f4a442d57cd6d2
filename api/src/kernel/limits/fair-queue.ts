/**
 * Runs work whose capacity all users share, such as decoding pictures. A limited number runs at once, and the rest
 * waits in order of arrival. Each user gets few slots, so that no user delays or blocks all others.
 */
import { Failure } from '../failure.ts'
import { createBoundedQueue } from './bounded-queue.ts'

type FairQueueBounds = {
  /** The number of tasks that run at the same time. */
  atOnce: number
  /** The number of waiting tasks of all users. Further tasks are refused with `overloaded`. */
  mostWaiting: number
  /** The number of running and waiting tasks of one user. Further tasks are refused with `too-many-attempts`. */
  perUser: number
}

type FairQueue = {
  /** Runs `work` as soon as a running slot is free. Throws at once if no slot in the queue is free. */
  run<T>(userId: string, work: () => Promise<T>): Promise<T>
}

const retrySeconds = 5

export function createFairQueue({ atOnce, mostWaiting, perUser }: FairQueueBounds): FairQueue {
  const slotsOf = new Map<string, number>()
  const queue = createBoundedQueue({
    atOnce,
    mostWaiting,
    refuse: () => new Failure('overloaded', { waitSeconds: retrySeconds }),
  })

  function takeSlot(userId: string): void {
    const slots = slotsOf.get(userId) ?? 0
    if (slots >= perUser)
      throw new Failure('too-many-attempts', { waitSeconds: retrySeconds, limit: 'places-of-user' })
    slotsOf.set(userId, slots + 1)
  }

  function freeSlot(userId: string): void {
    const slots = slotsOf.get(userId) ?? 0
    if (slots > 1) slotsOf.set(userId, slots - 1)
    else slotsOf.delete(userId)
  }

  return {
    async run(userId, work) {
      takeSlot(userId)
      return queue.run(work).finally(() => freeSlot(userId))
    },
  }
}
