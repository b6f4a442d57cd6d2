/**
 * Runs as a server that does the minimum of a route with a session: one UPDATE by primary key and one ES256 signature.
 */
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { generateKeyPair, SignJWT } from 'jose'
import pg from 'pg'
import { poolSize, ports, userCount } from './bench-settings.ts'

const [databaseUrl] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize })
await pool.query(`create table rows (
  id integer primary key, user_id uuid not null, counter bigint not null default 0, stepped_at timestamptz
)`)
await pool.query(
  `insert into rows (id, user_id) select n, gen_random_uuid() from generate_series(1, ${userCount}) n`,
)
await pool.query('analyze')

const { privateKey } = await generateKeyPair('ES256')
const app = Fastify()

app.post<{ Body: { id: number } }>('/bare', async ({ body }) => {
  const { rows } = await pool.query(
    'update rows set counter = counter + 1, stepped_at = clock_timestamp() where id = $1 returning user_id, counter',
    [body.id],
  )
  const token = await new SignJWT({ counter: Number(rows[0].counter) })
    .setProtectedHeader({ alg: 'ES256' })
    .setSubject(rows[0].user_id)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('10 min')
    .sign(privateKey)
  return { data: { token } }
})

await app.listen({ host: 'localhost', port: ports.bareRoute })
process.on('disconnect', () => process.exit())
process.send?.('ready')
