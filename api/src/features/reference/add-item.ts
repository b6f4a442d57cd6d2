/** Adds an entry that staff typed to a list. */

import type { CuratedItems, GrowingList } from '@foyer/contract/lists/curated-lists'
import { listAllMax } from '@foyer/contract/lists/paging'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { NoteMade } from '../../kernel/limits/idempotency.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import { findItem } from './items.queries.ts'
import { nameKeyOf } from './name-key.ts'

type Request = { body: { name: string }; caller: Caller; requestContext: RequestContext; noteMade: NoteMade }

/**
 * Adds an entry. Throws `entry-exists` if the list has the name in any spelling. If a hidden entry has the name, it is
 * listed again and keeps its id, which records may refer to.
 */
export async function addItem<L extends GrowingList>(
  db: Db,
  list: L,
  { body: { name }, caller: { userId, sessionId, platform }, requestContext, noteMade }: Request,
): Promise<CuratedItems[L]> {
  const nameKey = nameKeyOf(name)
  return db.transaction().execute(async (trx) => {
    // Serialises additions with each other and with the loading of a new version.
    await trx.selectFrom('referenceLists').select('name').where('name', '=', 'items').forUpdate().execute()
    const namesakes = await trx
      .selectFrom('referenceItems')
      .select(['id', 'isListed'])
      .where('list', '=', list)
      .where('nameKey', '=', nameKey)
      .orderBy('isListed', 'desc')
      // Prefers a hidden addition to an entry of old data, because two additions of one name would violate the unique
      // index.
      .orderBy((query) => query('code', 'is', null), 'desc')
      .execute()
    const [namesake] = namesakes
    if (namesake?.isListed) throw new Failure('entry-exists', { fields: { name: entryExists } })
    await requireRoom(trx, list)
    const values = { code: null, name, nameKey, position: null, details: '{}', isListed: true }
    const { id } = namesake
      ? await trx
          .updateTable('referenceItems')
          .set(values)
          .where('id', '=', namesake.id)
          .returning('id')
          .executeTakeFirstOrThrow()
      : await trx
          .insertInto('referenceItems')
          .values({ list, ...values })
          .returning('id')
          .executeTakeFirstOrThrow()
    const details = { list, itemId: id }
    await recordEvent(trx, { event: 'reference-added', requestContext, userId, sessionId, platform, details })
    await noteMade(trx, id)
    return (await findItem(trx, list, id)) as CuratedItems[L]
  })
}

const entryExists = 'The list has this name already'

/** Keeps the list short enough for one answer. */
async function requireRoom(trx: Db, list: GrowingList): Promise<void> {
  const { count } = await trx
    .selectFrom('referenceItems')
    .select((query) => query.fn.countAll<string>().as('count'))
    .where('list', '=', list)
    .where('isListed', '=', true)
    .executeTakeFirstOrThrow()
  if (Number(count) >= listAllMax) throw new Failure('list-full')
}
