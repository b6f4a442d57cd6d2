/** Tests which database connections production accepts, and the exact message for each refusal (N-159). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '../config/config.ts'

type Environment = Record<string, string>

/** Returns only the faults about the database. */
function faultsOf(env: Environment): string[] {
  try {
    readConfig({ NODE_ENV: 'production', ...env })
    return []
  } catch (error) {
    return (error as Error).message.split('\n').filter((line) => line.startsWith('DATABASE_'))
  }
}

const insecure = [
  'DATABASE_URL: the server is on another machine: add sslmode=verify-full, or list its host in DATABASE_INSECURE_HOSTS',
]

const refused = [
  'postgres://canary@database.internal/foyer',
  'postgres://canary@10.0.0.5:5432/foyer',
  'postgres://canary@127.database.internal/foyer',
  'postgres://canary@localhost.database.internal/foyer',
  'postgres://canary@localhost/foyer?host=database.internal',
  ...['disable', 'no-verify', 'verify-full&sslmode=disable', 'require&uselibpqcompat=true'].map(
    (mode) => `postgres://canary@database.internal/foyer?sslmode=${mode}`,
  ),
]

const accepted: Environment[] = [
  ...['%2Frun%2Fpostgresql', 'localhost', '127.0.0.1', '[::1]:5432'].map((host) => ({
    DATABASE_URL: `postgresql://foyer@${host}/foyer?sslmode=disable`,
  })),
  { DATABASE_URL: 'postgres:///foyer?host=/run/postgresql' },
  { DATABASE_URL: 'postgres://foyer@database.internal/foyer?ssl=true' },
  ...['prefer', 'require', 'verify-ca', 'verify-full'].map((mode) => ({
    DATABASE_URL: `postgres://foyer@database.internal/foyer?sslmode=${mode}`,
  })),
  { DATABASE_URL: 'postgres://foyer@database/foyer', DATABASE_INSECURE_HOSTS: 'other, database' },
]

describe('the database of production', () => {
  for (const url of refused)
    it(`refuses the production database without verified TLS at ${url}`, () =>
      assert.deepEqual(faultsOf({ DATABASE_URL: url }), insecure))

  it('asks for TLS on the way to the server behind a pooler too', () => {
    const DATABASE_URL = 'postgres://foyer@localhost/foyer'
    const DATABASE_DIRECT_URL = 'postgres://canary@database.internal/foyer'
    assert.deepEqual(
      faultsOf({ DATABASE_URL, DATABASE_DIRECT_URL }),
      insecure.map((line) => line.replace('DATABASE_URL', 'DATABASE_DIRECT_URL')),
    )
  })

  it('asks for TLS on the way to a replica too, and for the address of its leader', () => {
    const DATABASE_URL = 'postgres://foyer@localhost/foyer'
    const DATABASE_REPLICA_URL = 'postgres://canary@replica.internal/foyer'
    assert.deepEqual(
      faultsOf({ DATABASE_URL, DATABASE_REPLICA_URL }),
      insecure.map((line) => line.replace('DATABASE_URL', 'DATABASE_REPLICA_URL')),
    )
    assert.deepEqual(faultsOf({ DATABASE_REPLICA_URL, NODE_ENV: 'development' }), [
      'DATABASE_URL is missing: DATABASE_REPLICA_URL is a replica of its server',
    ])
  })

  it('refuses a server behind a pooler without the address of the pooler', () => {
    const DATABASE_DIRECT_URL = 'postgres://foyer@localhost/foyer'
    assert.deepEqual(faultsOf({ DATABASE_DIRECT_URL, NODE_ENV: 'development' }), [
      'DATABASE_URL is missing: DATABASE_DIRECT_URL is the server behind its pooler',
    ])
  })

  it('refuses the production database without TLS where only another host is listed as insecure', () => {
    const DATABASE_URL = 'postgres://canary@database.internal/foyer'
    for (const DATABASE_INSECURE_HOSTS of ['', 'internal', 'other.internal,10.0.0.5', '*'])
      assert.deepEqual(faultsOf({ DATABASE_URL, DATABASE_INSECURE_HOSTS }), insecure)
  })

  it('refuses the production database where its certificate authority cannot be read', () => {
    const DATABASE_URL = 'postgres://canary@database.internal/foyer?sslmode=verify-full&sslrootcert=/canary'
    assert.deepEqual(faultsOf({ DATABASE_URL }), [
      'DATABASE_URL names a certificate or key file that cannot be read',
    ])
  })

  it('accepts a production database on this machine, with verified TLS, or on a listed host', () => {
    for (const env of accepted) assert.deepEqual(faultsOf(env), [], env.DATABASE_URL)
  })

  it('checks the certificate of the production database in every mode that asks for TLS', () => {
    for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
      const DATABASE_URL = `postgres://foyer:p%40ss@database.internal/foyer?sslmode=${mode}`
      const { databaseUrl } = readConfig({ DATABASE_URL })
      assert.equal(databaseUrl, 'postgres://foyer:p%40ss@database.internal/foyer?sslmode=verify-full')
    }
  })

  it('accepts a database without TLS in development', () => {
    assert.ok(readConfig({ DATABASE_URL: 'postgres://foyer@database.internal/foyer' }).databaseUrl)
  })
})
