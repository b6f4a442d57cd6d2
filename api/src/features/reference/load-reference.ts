/** Loads the reference data of this release if the stored data has another version. */
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { storeCountries } from './store-countries.ts'
import { storeItems } from './store-items.ts'

/** Must change with the data of countries.ts; reference.test.ts compares it with the hash of the data. */
export const countriesVersion = '92b94bdebe07'
/** Must change with the data of lists/; reference.test.ts compares it with the hash of the data. */
export const itemsVersion = 'a4b1d1d04bdd'

/**
 * Loads the data whose stored version differs from this release's. If all versions match, one query is enough. If
 * several copies start at once, one loads the data and the others wait.
 */
export async function loadReference(db: Db): Promise<void> {
  const rows = await db.selectFrom('referenceLists').select(['name', 'version']).execute()
  const versions = new Map(rows.map(({ name, version }) => [name, version]))
  if (versions.get('places') !== countriesVersion) {
    const { countriesWithStates } = await import('./countries.ts')
    await loadCountries(db, countriesWithStates(), countriesVersion)
  }
  if (versions.get('items') !== itemsVersion) {
    const { listCuratedItems } = await import('./lists/all-lists.ts')
    await loadItems(db, listCuratedItems(), itemsVersion)
  }
}

/** Stores countries and states under this version, unless another copy has already stored them. */
export function loadCountries(db: Db, countries: Parameters<typeof storeCountries>[1], version: string) {
  return load(db, 'places', version, (trx) => storeCountries(trx, countries))
}

/** Stores the curated lists under this version, unless another copy has already stored them. */
export function loadItems(db: Db, items: Parameters<typeof storeItems>[1], version: string) {
  return load(db, 'items', version, (trx) => storeItems(trx, items))
}

async function load(
  db: Db,
  name: 'places' | 'items',
  version: string,
  store: (trx: Db) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await takeVersion(trx, name, version)) await store(trx)
  })
}

/**
 * Stores the version and locks its row, so that other copies wait until the data is stored. Returns false if another
 * copy has stored this version already.
 */
async function takeVersion(trx: Db, name: string, version: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('referenceLists')
    .values({ name, version })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ version, loadedAt: sql<Date>`clock_timestamp()` })
        .where('referenceLists.version', '<>', version),
    )
    .executeTakeFirstOrThrow()
  return Boolean(numInsertedOrUpdatedRows)
}
