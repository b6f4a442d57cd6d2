/** Solutions pass once: remembered, as a hash, for longer than any of them is good. */
import { createHash } from 'node:crypto'
import { captchaSeconds } from '@foyer/contract/limits'
import type { Db } from '../db/connect.ts'
import { countAttempts } from '../limits/rate-limit.ts'

export async function isFirstUse(db: Db, solution: string): Promise<boolean> {
  const key = `captcha:${createHash('sha256').update(solution).digest('base64url')}`
  const { fresh } = await countAttempts(db, [
    { key, max: Number.MAX_SAFE_INTEGER, windowSeconds: captchaSeconds },
  ])
  return fresh.length === 1
}
