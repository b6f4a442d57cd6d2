/** Reads and writes the table feature_toggles; no other file writes it. Each change records an audit event. */
import { sql } from 'kysely'
import { insertEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'

type Toggle = { id: string; value: Record<string, unknown>; updatedAt: Date }

export async function listToggles(db: Db): Promise<Toggle[]> {
  return db.selectFrom('featureToggles').selectAll().orderBy('id').execute()
}

export async function storeToggle(db: Db, { id, value }: Omit<Toggle, 'updatedAt'>): Promise<void> {
  const json = JSON.stringify(value)
  await db
    .with('recorded', (query) => insertEvent(query, { event: 'toggle-set', details: { id, value: json } }))
    .insertInto('featureToggles')
    .values({ id, value: json })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ value: json, updatedAt: sql`clock_timestamp()` }),
    )
    .execute()
}

/** Returns false if the toggle did not exist. */
export async function deleteToggle(db: Db, id: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('featureToggles')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return false
    await insertEvent(trx, { event: 'toggle-removed', details: { id } }).execute()
    return true
  })
}
