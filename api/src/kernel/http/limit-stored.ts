/**
 * Limits the requests of one network for answers that are in memory: pages, files, the description of the API. They are
 * counted in this process, because they must be answered while the database is down, and cost less than a statement.
 */
import type { FastifyInstance } from 'fastify'
import { Failure } from '../failure.ts'
import { prefixesOf } from '../limits/network-rules.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is in memory, and no limit in the database counts it. */
    isStored?: boolean
  }
}

/** Enough for a school behind one address: 600 pupils open a page of twenty files within a minute. */
export const storedPerMinute = 12_000
const windowMs = 60_000
/** Above this number of networks counting begins again: an attacker must not use up the memory instead. */
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
