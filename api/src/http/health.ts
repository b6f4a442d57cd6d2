/** Whether the process answers, and whether it can do its work. Mail, captcha and the like never gate readiness. */

import { isLive, isReady, type UnreadyReason } from '@foyer/contract/routes/operations'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { databaseBounds } from '../db/connect.ts'
import { isMigrated } from '../db/migrate.ts'
import { Failure } from '../failure.ts'
import type { Serve } from './serve.ts'

type Readiness = {
  release: { version: string; build: string }
  db: Db
  hasSigningKey(): Promise<boolean>
  /** What is still missing since the start; null once the service was prepared. */
  missing(): UnreadyReason | null
  /** True from the moment the service was told to stop. */
  isStopping(): boolean
}

const knownForMs = 250

/** The answer asks the same as `/health/ready`. */
export function serveHealth<Caller, Client>(
  serve: Serve<Caller, Client>,
  readiness: Readiness,
): () => Promise<boolean> {
  const look = lookNowAndThen(() => firstMissing(readiness))

  serve(isLive, async () => ({ status: 'ok' as const, ...readiness.release }))

  serve(isReady, answerReady)
  return () => answerReady().then(Boolean, () => false)

  async function answerReady() {
    if (readiness.isStopping()) throw unready('stopping', 5)
    const missing = readiness.missing() ?? (await look())
    if (missing) throw unready(missing, 2)
    return { status: 'ok' as const }
  }
}

/** Any number who ask share one look, and its answer for a moment: a flood of them cannot make the service look dead. */
function lookNowAndThen(look: () => Promise<UnreadyReason | null>): () => Promise<UnreadyReason | null> {
  let looking: Promise<UnreadyReason | null> | undefined
  let known: { at: number; missing: UnreadyReason | null } | undefined
  return async () => {
    if (known && performance.now() - known.at < knownForMs) return known.missing
    looking ??= look().finally(() => {
      looking = undefined
    })
    const missing = await looking
    known = { at: performance.now(), missing }
    return missing
  }
}

function unready(detail: UnreadyReason, waitSeconds: number): Failure {
  return new Failure('overloaded', { detail, waitSeconds })
}

async function firstMissing({ db, hasSigningKey }: Readiness): Promise<UnreadyReason | null> {
  const { promise: late, resolve } = Promise.withResolvers<'database'>()
  const timer = setTimeout(resolve, databaseBounds.healthMs, 'database')
  try {
    return await Promise.race([check(), late])
  } finally {
    clearTimeout(timer)
  }

  async function check(): Promise<UnreadyReason | null> {
    let reason: UnreadyReason = 'database'
    try {
      await sql`select 1`.execute(db)
      reason = 'migrations'
      if (!(await isMigrated(db))) return reason
      reason = 'signing-key'
      return (await hasSigningKey()) ? null : reason
    } catch {
      return reason
    }
  }
}
