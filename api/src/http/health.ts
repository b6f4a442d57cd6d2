/** Whether the process answers, and whether it can do its work. Mail, captcha and the like never gate readiness. */
import { isLive, isReady } from '@foyer/contract/operations'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { isMigrated } from '../db/migrate.ts'
import { Failure } from './failure.ts'
import type { Serve } from './serve.ts'

type Readiness = {
  db: Db
  hasSigningKey(): Promise<boolean>
  /** True from the moment the service was told to stop. */
  isStopping(): boolean
}

const databaseAnswerMs = 500

/** The answer asks the same as `/health/ready`. */
export function serveHealth<Caller, Client>(
  serve: Serve<Caller, Client>,
  readiness: Readiness,
): () => Promise<boolean> {
  let hasMigrated = false

  serve(isLive, async () => ({ status: 'ok' as const }))

  serve(isReady, answerReady)
  return () => answerReady().then(Boolean, () => false)

  async function answerReady() {
    if (readiness.isStopping()) throw new Failure('overloaded', { waitSeconds: 5 })
    const isFine = await withinMs(databaseAnswerMs, async () => {
      await sql`select 1`.execute(readiness.db)
      hasMigrated ||= await isMigrated(readiness.db)
      return hasMigrated && (await readiness.hasSigningKey())
    })
    if (!isFine) throw new Failure('overloaded', { waitSeconds: 2 })
    return { status: 'ok' as const }
  }
}

async function withinMs(limit: number, check: () => Promise<boolean>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, limit, false)
  try {
    return await Promise.race([check().catch(() => false), late])
  } finally {
    clearTimeout(timer)
  }
}
