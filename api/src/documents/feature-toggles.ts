/** Feature toggles as everybody reads them: the last good ones, whatever becomes of the database. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/connect.ts'
import { listToggles } from './feature-toggles.queries.ts'
import { defaultToggles, type ToggleValue, toggleFault } from './toggle-value.ts'

type Toggles = Record<string, ToggleValue>

export type FeatureToggles = { all(): Promise<Toggles> }

/** Looked at again once they are `freshMs` old; whoever asks waits for that no longer than `waitMs`. */
export function createFeatureToggles(
  db: Db,
  { freshMs, waitMs }: { freshMs: number; waitMs: number } = { freshMs: 5_000, waitMs: 1_000 },
): FeatureToggles {
  let lastGood: Toggles = defaultToggles
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | null = null

  async function look(): Promise<void> {
    try {
      lastGood = readable(await listToggles(db), lastGood)
    } catch {
      // The last good ones stay, until the next look.
    }
    lookedAt = performance.now()
    looking = null
  }

  return {
    async all() {
      if (performance.now() - lookedAt >= freshMs) looking ??= look()
      if (looking) await Promise.race([looking, sleep(waitMs, undefined, { ref: false })])
      return lastGood
    },
  }
}

/** One that is not what it should be stays as it was. */
function readable(rows: readonly { id: string; value: unknown }[], lastGood: Toggles): Toggles {
  const read = rows.flatMap(({ id, value }) => {
    if (toggleFault(id, value) === undefined) return [[id, value as ToggleValue] as const]
    const before = lastGood[id]
    return before ? [[id, before] as const] : []
  })
  return { ...defaultToggles, ...Object.fromEntries(read) }
}
