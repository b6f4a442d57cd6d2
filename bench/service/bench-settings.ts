/** Defines the settings that all benchmarks share: ports, password hashing, number of users, the platform. */
import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')
export const folder = join(root, '.data/bench')

/** Derived from the ports of the tests (e2e/ports.ts), so that two checkouts can be tested at the same time. */
const firstPort = Number(process.env.BENCH_PORT || Number(process.env.TEST_PORT || 4300) + 100)
export const ports = {
  service: firstPort,
  metrics: firstPort + 1,
  bareRoute: firstPort + 2,
  peer: firstPort + 3,
  platform: firstPort + 4,
  sms: firstPort + 5,
  barePage: firstPort + 6,
  smtp: firstPort + 7,
  oidcPeer: firstPort + 8,
  otherService: firstPort + 10,
  otherMetrics: firstPort + 11,
}

/** The defaults of the service, set explicitly so that both sides of a ratio use the same values. */
export const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1, algorithm: 2 } as const
export const cores = availableParallelism()
export const hashWorkers = Math.min(3, cores)
export const poolSize = 10

export const userCount = 2_000
/** Additional users, who are each sent one code by SMS. */
export const otpUserCount = 60_000
export const password = 'a bench needs a password'

/** Returns the known-browser cookie of a user, because most users sign in from a known browser. */
export function browserCookieOf(uuid: string): string {
  return createHash('sha256').update(`browser of ${uuid}`).digest('base64url')
}

/** Multiplies the rate limits, which stay on; calls come from many addresses. */
export const limitsFactor = 1_000

/** The platform that redeems codes. */
export const platform = {
  name: 'student',
  product: 'learning',
  origin: 'https://learning.example',
  clientId: 'bench',
  clientSecret: 'the bench is the only one to know this',
}
