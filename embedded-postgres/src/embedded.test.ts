import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded.ts'

const folders: string[] = []
const running: EmbeddedDatabase[] = []

after(async () => {
  await Promise.all(running.map((database) => database.stop()))
  for (const folder of folders) {
    const home = await readlink(join(folder, 'home')).catch(() => undefined)
    if (home) await rm(home, { recursive: true, force: true })
  }
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

describe('embedded database', { concurrency: true }, () => {
  test('creates the database foyer, refuses a second copy, and retakes a lost guard', async () => {
    const folder = await newFolder()
    const { connection } = await start(folder)
    const facts = await ask<{ database: string; locale: string; listens: string }>(
      connection,
      `select current_database() as database, datlocale as locale, current_setting('listen_addresses') as listens
       from pg_database where datname = current_database()`,
    )
    assert.deepEqual(facts, [{ database: 'foyer', locale: 'C.UTF-8', listens: '' }])

    const guards = `select pid from pg_locks where locktype = 'advisory' and granted`
    const [lost] = await ask<{ pid: number }>(connection, guards)
    assert.ok(lost)
    await ask(connection, `select pg_terminate_backend(${lost.pid}, 1000)`)
    while ((await ask(connection, guards)).length === 0) await sleep(20)

    const line = `Another Foyer is running on ${folder}: stop it first, or set DATABASE_URL.`
    await assert.rejects(startEmbeddedDatabase(folder, { durable: false }), new Error(line))
    assert.equal((await ask(connection, 'select 1')).length, 1)
  })

  test('adopts the database server of a killed copy with its data, in a folder too deep for a socket', async () => {
    const outer = await newFolder()
    const folder = join(outer, 'deep'.repeat(20), 'deeper'.repeat(20))
    folders.unshift(folder)
    const killedAt = await startAndKill(folder, outer)
    const first = await start(folder)
    const startedBefore = 'select pg_postmaster_start_time() < to_timestamp($1) as kill'
    assert.deepEqual(await ask(first.connection, startedBefore, [killedAt / 1000]), [{ kill: true }])

    await ask(first.connection, 'create table kept as select 7 as value')
    await first.stop()
    await assert.rejects(ask(first.connection, 'select 1'))
    await first.stop()
    const second = await start(folder)
    assert.deepEqual(await ask(second.connection, 'select value from kept'), [{ value: 7 }])
  })
})

async function startAndKill(folder: string, temporary: string): Promise<number> {
  const call = `startEmbeddedDatabase(${JSON.stringify(folder)}, { durable: false })`
  const script = `const { startEmbeddedDatabase } = await import('${new URL('./embedded.ts', import.meta.url)}')
    await ${call}
    console.log('ready')`
  const copy = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // The killed copy leaves its socket link in this folder.
    env: { TMPDIR: temporary },
  })
  const ended = new Promise((resolve) => copy.once('exit', resolve))
  const ready = new Promise((resolve) => copy.stdout.once('data', resolve))
  await Promise.race([ready, ended])
  assert.equal(copy.exitCode, null)
  copy.kill('SIGKILL')
  await ended
  return Date.now()
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-embedded-'))
  folders.push(folder)
  return folder
}

async function start(folder: string): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase(folder, { durable: false })
  running.push(database)
  return database
}

async function ask<Row extends object>(
  connection: EmbeddedDatabase['connection'],
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}
