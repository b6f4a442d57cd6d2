/**
 * Serves the health checks: liveness of the process, and readiness. Mail and captcha faults do not affect readiness.
 */

import { getLiveness, getReadiness, type UnreadyReason } from '@foyer/contract/routes/operations'
import type { Db } from '../db/connect.ts'
import { isMigrated } from '../db/migrate.ts'
import { Failure } from '../failure.ts'
import type { Serve } from './serve.ts'

type Readiness = {
  release: { version: string; build: string }
  db: Db
  hasSigningKey(): Promise<boolean>
  /** The maximum wait for the database. */
  waitMs: number
  /** Returns the missing step of the start; null once the service is prepared. */
  missing(): UnreadyReason | null
  /** Returns true while the clock differs too much from the database's clock to issue tokens. */
  isClockFarOff(): boolean
  /** Returns true once the signal to stop has arrived. */
  isStopping(): boolean
}

/** For this long, the last result is returned without a new check. */
const knownForMs = 250
/** Up to this age, the last result is returned while a new check runs. */
const answeredForMs = 1_000

/** Serves the health routes. Returns a function that runs the check of `/health/ready`. */
export function serveHealth<Caller, Client>(
  serve: Serve<Caller, Client>,
  readiness: Readiness,
): () => Promise<boolean> {
  const checkShared = shareChecks(() => firstMissing(readiness))

  serve(getLiveness, async () => ({ status: 'ok' as const, ...readiness.release }))

  serve(getReadiness, answerReady)
  return () => answerReady().then(Boolean, () => false)

  async function answerReady() {
    if (readiness.isStopping()) throw unready('stopping', 5)
    const missing = readiness.missing() ?? (await checkShared())
    if (missing) throw unready(missing, 2)
    if (readiness.isClockFarOff()) throw unready('clock', 60)
    return { status: 'ok' as const }
  }
}

/**
 * Shares one running check among all callers, so a flood of probes costs one check at a time. Returns a result at most
 * 1 s old at once while a new check runs, because checks are slow on a busy machine.
 */
function shareChecks(check: () => Promise<UnreadyReason | null>): () => Promise<UnreadyReason | null> {
  let checking: Promise<UnreadyReason | null> | undefined
  let known: { at: number; missing: UnreadyReason | null } | undefined
  return async () => {
    const age = known ? performance.now() - known.at : Number.POSITIVE_INFINITY
    if (known && age < knownForMs) return known.missing
    checking ??= checkAnew()
    return known && age < answeredForMs ? known.missing : checking
  }

  async function checkAnew(): Promise<UnreadyReason | null> {
    try {
      const missing = await check()
      known = { at: performance.now(), missing }
      return missing
    } finally {
      checking = undefined
    }
  }
}

function unready(detail: UnreadyReason, waitSeconds: number): Failure {
  return new Failure('overloaded', { detail, waitSeconds })
}

async function firstMissing({ db, hasSigningKey, waitMs }: Readiness): Promise<UnreadyReason | null> {
  const { promise: late, resolve } = Promise.withResolvers<'database'>()
  const timer = setTimeout(resolve, waitMs, 'database')
  try {
    return await Promise.race([check(), late])
  } finally {
    clearTimeout(timer)
  }

  async function check(): Promise<UnreadyReason | null> {
    let reason: UnreadyReason = 'database'
    try {
      if (!(await isMigrated(db))) return 'migrations'
      reason = 'signing-key'
      return (await hasSigningKey()) ? null : reason
    } catch {
      return reason
    }
  }
}
