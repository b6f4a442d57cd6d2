/** The service's own loop of chores. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { doChores, type Housekeeping } from './do-chores.ts'

export type RunningHousekeeping = {
  /** Resolves once the batch under way is done. */
  stop(): Promise<void>
}

type Times = { firstAfterMs: number; everyMs: number }

/** Nothing that goes wrong in here ends the service: it is logged and tried again. */
export function startHousekeeping(
  services: Housekeeping,
  log: FastifyBaseLogger,
  { firstAfterMs, everyMs }: Times = { firstAfterMs: 5_000, everyMs: 60_000 },
): RunningHousekeeping {
  const stopping = new AbortController()
  const stopped = loop()

  async function loop(): Promise<void> {
    await wait(firstAfterMs)
    while (!stopping.signal.aborted) {
      await doRound()
      await wait(everyMs)
    }
  }

  async function doRound(): Promise<void> {
    try {
      const reports = (await doChores(services, stopping.signal)) ?? []
      for (const { chore, count, error } of reports) {
        if (count > 0) log.info({ chore, count }, 'housekeeping')
        if (error) log.error({ err: error, chore }, 'housekeeping failed')
      }
    } catch (error) {
      log.warn({ err: error }, 'housekeeping did not reach the database')
    }
  }

  /** Give or take a fifth, so that copies started together do not come together. */
  async function wait(ms: number): Promise<void> {
    const { signal } = stopping
    await sleep(ms * (0.8 + Math.random() * 0.4), undefined, { signal }).catch(() => {})
  }

  return {
    async stop() {
      stopping.abort()
      await stopped
    },
  }
}
