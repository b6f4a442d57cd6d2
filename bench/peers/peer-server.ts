/** Serves better-auth as in its manual: email and password, its own pool on the same Postgres, behind node:http. */
import { createServer } from 'node:http'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import pg from 'pg'
import { limitsFactor, poolSize, ports } from '../service/bench-settings.ts'

const [databaseUrl] = process.argv.slice(2)
const url = `http://localhost:${ports.peer}`

const options = {
  baseURL: url,
  secret: 'a bench needs a secret of thirty-two bytes',
  database: new pg.Pool({ connectionString: databaseUrl, max: poolSize }),
  // Its default password hashing: scrypt (N=16384, r=16, p=1) by node:crypto, in the thread pool.
  emailAndPassword: { enabled: true },
  // Its default rate limits, in memory, multiplied by the same factor as ours.
  rateLimit: {
    enabled: true,
    window: 10,
    max: 100 * limitsFactor,
    customRules: { '/sign-in/*': { window: 10, max: 3 * limitsFactor } },
  },
  advanced: { ipAddress: { ipAddressHeaders: ['x-forwarded-for'] } },
  telemetry: { enabled: false },
}

await (await getMigrations(options)).runMigrations()
createServer(toNodeHandler(betterAuth(options))).listen(ports.peer, 'localhost', () =>
  process.send?.('ready'),
)
process.on('disconnect', () => process.exit())
