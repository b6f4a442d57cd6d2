/**
 * Sends reads to a replica of the database, if one is set (docs/decisions/replica.md). The replica answers only if it
 * has replayed everything that the leader had committed when the read began, so a user always reads what they just
 * wrote, whichever copy of the service wrote it. Otherwise the leader answers. Rooms of signing in must not import this
 * file (scripts/rooms.ts).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { batched } from '../db/batch.ts'
import { type Connection, connect, type Db } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'
import { Failure } from '../failure.ts'

/** Why the leader answered a read instead of the replica. */
const hindrances = {
  behind: 'it has not replayed what the leader has committed',
  'other-timeline': 'it follows another leader, or has not yet made its first restart point since a failover',
  'no-standby': 'DATABASE_REPLICA_URL names a server that is no hot standby',
  unavailable: 'it does not answer',
} as const

export type Hindrance = keyof typeof hindrances

/** `skipped`: the replica failed a moment ago, so the read did not wait for it. */
export const replicaResults = ['replica', ...(Object.keys(hindrances) as Hindrance[]), 'skipped'] as const
export type ReplicaResult = (typeof replicaResults)[number]

export type ReplicaReport = {
  counted(result: ReplicaResult): void
  /** Called once when the leader begins to answer for the replica. */
  lost(why: string, error: unknown): void
  /** Called once when the replica answers again. */
  regained(): void
}

export const replicaBounds = {
  /** A read's wait for a connection, and for the answer to each of its statements. */
  connectMs: 300,
  answerMs: 1_000,
  /** A read's wait until the replica has replayed what the leader has committed. */
  replayMs: 100,
  /** After a failure, only one read tries the replica, and only after this time. */
  pauseMs: 2_000,
} as const

export type ReplicaBounds = { [Name in keyof typeof replicaBounds]: number }

/** The pause between two looks at a replica that is behind. */
const lookAgainMs = 5

type Replica = { read<Result>(read: (db: Db) => Promise<Result>): Promise<Result> }

const replicas = new WeakMap<Db, Replica>()

/** Runs `read`, which must not write, on the replica of this database; on the database itself if it has none. */
export function readReplica<Result>(db: Db, read: (db: Db) => Promise<Result>): Promise<Result> {
  return replicas.get(db)?.read(read) ?? read(db)
}

type Options = {
  connection: Connection
  poolSize: number
  report: ReplicaReport
  bounds?: Partial<ReplicaBounds>
}

/** From now on, `readReplica` of this leader uses the replica. */
export function useReplica(
  leader: Kysely<Tables>,
  { connection, poolSize, report, bounds: changed = {} }: Options,
): { close(): Promise<void> } {
  const bounds = { ...replicaBounds, ...changed }
  const { connectMs, answerMs } = bounds
  const pool = connect(connection, () => {}, poolSize, {
    ...{ connectMs, answerMs, statementMs: answerMs, lockMs: answerMs },
  })
  let isLost = false
  let isProbing = false
  let pausedUntil = 0

  async function read<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    if (isLost && (isProbing || performance.now() < pausedUntil)) return onLeader('skipped', work)
    const isProbe = isLost
    isProbing ||= isProbe
    try {
      const position = await positionOfLeader(leader, undefined)
      return await onReplica(position, work)
    } finally {
      if (isProbe) isProbing = false
    }
  }

  async function onReplica<Result>(position: Position, work: (db: Db) => Promise<Result>): Promise<Result> {
    try {
      const result = await pool.db.connection().execute(async (replica) => {
        await checkReplica(replica, position, bounds.replayMs)
        return work(replica)
      })
      found()
      return result
    } catch (error) {
      // The answer of the feature, such as `not-found`.
      if (error instanceof Failure) {
        found()
        throw error
      }
      const hindrance = error instanceof Hindered ? error.hindrance : 'unavailable'
      lose(hindrance, error)
      return onLeader(hindrance, work)
    }
  }

  function onLeader<Result>(result: ReplicaResult, work: (db: Db) => Promise<Result>): Promise<Result> {
    report.counted(result)
    return work(leader)
  }

  function found(): void {
    report.counted('replica')
    if (isLost) report.regained()
    isLost = false
  }

  function lose(hindrance: Hindrance, error: unknown): void {
    pausedUntil = performance.now() + bounds.pauseMs
    if (!isLost) report.lost(hindrances[hindrance], error)
    isLost = true
  }

  replicas.set(leader, { read })
  return {
    async close() {
      replicas.delete(leader)
      await pool.close()
    },
  }
}

class Hindered extends Error {
  readonly hindrance: Hindrance

  constructor(hindrance: Hindrance) {
    super(hindrances[hindrance])
    this.hindrance = hindrance
  }
}

/** A position in the log of the database; a failover begins a new timeline, whose positions compare with no other. */
type Position = { timeline: number; lsn: string }

/**
 * Reads that begin at the same time share one statement. Every commit that waited for the disk lies before the flushed
 * position; counters of limits do not wait (durability.ts), and no read shows them.
 */
const positionOfLeader = batched<undefined, Position>(async (leader, reads) => {
  const { rows } = await sql<{ lsn: string; file: string }>`
    select lsn::text, pg_walfile_name(lsn) as file from pg_current_wal_flush_lsn() as lsn`.execute(leader)
  const [{ lsn, file } = { lsn: '', file: '' }] = rows
  // The name of a log file begins with its timeline, in eight hexadecimal digits.
  const position = { lsn, timeline: Number.parseInt(file.slice(0, 8), 16) }
  return reads.map(() => position)
})

type Standing = { isStandby: boolean; timeline: number; hasReplayed: boolean | null }

/** Waits until the replica has replayed the position; throws `Hindered` if it never will, or not in time. */
async function checkReplica(replica: Db, { timeline, lsn }: Position, replayMs: number): Promise<void> {
  const until = performance.now() + replayMs
  for (;;) {
    const { rows } = await sql<Standing>`
      select pg_is_in_recovery() as is_standby, timeline_id as timeline,
        pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as has_replayed
      from pg_control_checkpoint()`.execute(replica)
    const [standing] = rows
    if (!standing?.isStandby) throw new Hindered('no-standby')
    if (standing.timeline !== timeline) throw new Hindered('other-timeline')
    if (standing.hasReplayed) return
    if (performance.now() >= until) throw new Hindered('behind')
    await sleep(lookAgainMs)
  }
}
