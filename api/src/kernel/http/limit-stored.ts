/**
 * Limits the requests of one network for answers in memory: pages, files and the API description. The counters are in
 * this process, because these answers must work without the database, and must cost less than a query.
 */
import type { FastifyInstance } from 'fastify'
import { Failure } from '../failure.ts'
import { prefixesOf } from '../limits/network-rules.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes whose answers are in memory; no limit in the database counts them. */
    isStored?: boolean
  }
}

/** Enough for a school behind one address: 600 pupils each load a page of twenty files within a minute. */
export const storedPerMinute = 12_000
const windowMs = 60_000
/** Above this number of networks, all counters restart from zero, so that an attacker cannot fill the memory. */
const networksMax = 50_000

export function limitStored(app: FastifyInstance, limitsFactor: number): void {
  let counts = new Map<string, number>()
  let endsAt = 0

  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.isStored !== true) return done()
    const now = performance.now()
    if (now >= endsAt || counts.size > networksMax) {
      counts = new Map()
      endsAt = now + windowMs
    }
    const isRefused = prefixesOf(request.ip).some(({ prefix, multiple }) => {
      const count = (counts.get(prefix) ?? 0) + 1
      counts.set(prefix, count)
      return count > storedPerMinute * multiple * limitsFactor
    })
    if (!isRefused) return done()
    done(new Failure('too-many-attempts', { limit: 'stored', waitSeconds: (endsAt - now) / 1_000 }))
  })
}
