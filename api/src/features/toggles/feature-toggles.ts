/** Serves feature toggles to the browser; if the database fails, the last valid toggles. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../kernel/db/connect.ts'
import { defaultToggles, type ToggleValue, toggleFault } from './toggle-value.ts'
import { listToggles } from './toggles.queries.ts'

type Toggles = Record<string, ToggleValue>

export type FeatureToggles = {
  all(): Promise<Toggles>
  /** Returns null until the toggles were read once. */
  latest(): Promise<Toggles | null>
}

/** A page waits no longer for a new read of the toggles, and only the page that causes the read waits. */
const pageWaitMs = 100

/** Reads the toggles again once they are `freshMs` old. A caller waits at most `waitMs` for the new toggles. */
export function createFeatureToggles(
  db: Db,
  { freshMs, waitMs }: { freshMs: number; waitMs: number } = { freshMs: 5_000, waitMs: 1_000 },
): FeatureToggles {
  let lastValid: Toggles = defaultToggles
  let readAt = Number.NEGATIVE_INFINITY
  let isRead = false
  let reading: Promise<void> | null = null

  async function readAll(): Promise<void> {
    try {
      lastValid = withoutMalformed(await listToggles(db), lastValid)
      isRead = true
    } catch {
      // The query failed: the last valid toggles are served until the next read.
    }
    readAt = performance.now()
    reading = null
  }

  return {
    async all() {
      if (performance.now() - readAt >= freshMs) reading ??= readAll()
      if (reading) await Promise.race([reading, sleep(waitMs, undefined, { ref: false })])
      return lastValid
    },
    async latest() {
      if (!reading && performance.now() - readAt >= freshMs) {
        reading = readAll()
        await Promise.race([reading, sleep(pageWaitMs, undefined, { ref: false })])
      }
      return isRead ? lastValid : null
    },
  }
}

/** Replaces a malformed toggle with its last valid value. */
function withoutMalformed(rows: readonly { id: string; value: unknown }[], lastValid: Toggles): Toggles {
  const toggles = rows.flatMap(({ id, value }) => {
    if (toggleFault(id, value) === undefined) return [[id, value as ToggleValue] as const]
    const before = lastValid[id]
    return before ? [[id, before] as const] : []
  })
  return { ...defaultToggles, ...Object.fromEntries(toggles) }
}
