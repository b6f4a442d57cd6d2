/** Starts a leader and its hot standby for tests: two servers of their own, with streaming replication. */
import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../../../embedded-postgres/src/embedded.ts'
import {
  exists,
  prepareSystem,
  runProgram,
  systemFolder,
} from '../../../../embedded-postgres/src/embedded-binaries.ts'
import type { TestConnection } from '../../testing/test-database.ts'
import { createServiceRole } from '../../testing/test-service-role.ts'
import { migrate } from '../db/migrate.ts'

export type ReplicaPair = {
  /** Connections of the service's role, which has no privilege. */
  leader: TestConnection
  replica: TestConnection
  /** Stops to replay what the leader commits; the replica still answers. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
  stopReplica(): Promise<void>
  close(): Promise<void>
}

/** The caller must call `close`. */
export async function openReplicaPair(): Promise<ReplicaPair> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-replica-'))
  // Durable: without a wait for the disk, the position of the log would lie before what was acknowledged.
  const leader = await startEmbeddedDatabase(join(folder, 'leader'))
  let standby: EmbeddedDatabase | undefined
  try {
    const role = await createServiceRole(leader.connection)
    await migrate(role)
    await copyServer(join(folder, 'leader'), join(folder, 'standby'), leader.connection)
    standby = await startEmbeddedDatabase(join(folder, 'standby'), { durable: false })
    const replica = { ...standby.connection, user: role.user, database: role.database }
    const superuser = standby.connection
    return {
      leader: role,
      replica,
      async pauseReplay() {
        await run(superuser, 'select pg_wal_replay_pause()')
        while ((await run(superuser, 'select pg_get_wal_replay_pause_state() as state')) !== 'paused');
      },
      resumeReplay: async () => {
        await run(superuser, 'select pg_wal_replay_resume()')
      },
      stopReplica: async () => standby?.stop(),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }

  async function close(): Promise<void> {
    await standby?.stop()
    await leader.stop()
    for (const name of ['leader', 'standby']) {
      const home = await realpath(join(folder, name, 'home')).catch(() => null)
      if (home) await rm(home, { recursive: true, force: true })
    }
    await rm(folder, { recursive: true, force: true })
  }
}

/** Copies a running server by the low-level interface of backups, because the packages have no pg_basebackup. */
async function copyServer(from: string, to: string, connection: TestConnection): Promise<void> {
  const { owner } = await prepareSystem()
  const homeOf = async (folder: string) =>
    (await exists(join(folder, 'home'))) ? realpath(join(folder, 'home')) : folder
  await mkdir(to, { recursive: true, mode: 0o700 })
  if (owner) {
    const home = join(systemFolder, randomUUID())
    await mkdir(home, { mode: 0o700 })
    await runProgram('chown', [`${owner.uid}:${owner.gid}`, home])
    await symlink(home, join(to, 'home'))
  }
  const source = join(await homeOf(from), 'data')
  const target = join(await homeOf(to), 'data')
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  await client.query("select pg_backup_start('replica', true)")
  // A file of the running server may disappear meanwhile: cp then fails, although the backup is complete.
  await runProgram('cp', ['-a', source, target]).catch(() => {})
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
  await client.end()
  for (const name of [
    'postmaster.pid',
    'postmaster.opts',
    `.s.PGSQL.${connection.port}`,
    `.s.PGSQL.${connection.port}.lock`,
  ])
    await rm(join(target, name), { force: true })
  await writeFile(join(target, 'backup_label'), rows[0].labelfile)
  await writeFile(join(target, 'standby.signal'), '')
  const { host, port, user } = connection
  await appendFile(
    join(target, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${user}'\n`,
  )
  if (owner) await runProgram('chown', ['-R', `${owner.uid}:${owner.gid}`, target])
}

async function run(connection: TestConnection, statement: string): Promise<unknown> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  const { rows } = await client.query(statement).finally(() => client.end())
  return rows[0]?.state
}
