/** Notices that users have cancelled the deletion of their account, reminds the others, and deletes accounts that are due. */
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import {
  type Deletion,
  isStillDue,
  listDue,
  markCancelled,
  markReminded,
} from '../../identity/sessions/account-deletions.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { deleteUser } from '../accounts/delete-user.ts'
import { type Notifying, queueDeletionNotice, writeDeletionNotice } from './deletion-notices.ts'

type Resources = Notifying & { db: Kysely<Tables>; keyring: Keyring; storage: Storage }

/** Tells users who have signed in again that their accounts stay. */
export function confirmCancelledDeletions(resources: Resources, limit: number): Promise<number> {
  return resources.db.transaction().execute(async (trx) => {
    const cancelled = await markCancelled(trx, limit)
    for (const deletion of cancelled) {
      await notify(resources, trx, 'deletion-cancelled', deletion)
      const { userId, platform } = deletion
      await recordEvent(trx, { event: 'deletion-cancelled', userId, platform })
    }
    return cancelled.length
  })
}

/** Reminds users some days before their accounts are deleted. */
export function remindOfDeletions(resources: Resources, limit: number): Promise<number> {
  return resources.db.transaction().execute(async (trx) => {
    const reminded = await markReminded(trx, limit)
    for (const deletion of reminded) await notify(resources, trx, 'deletion-reminder', deletion)
    return reminded.length
  })
}

async function notify(
  resources: Resources,
  trx: Db,
  template: 'deletion-cancelled' | 'deletion-reminder',
  deletion: Deletion,
): Promise<void> {
  await queueDeletionNotice(resources, trx, await writeDeletionNotice(resources, trx, template, deletion))
}

/**
 * Deletes accounts whose grace period has ended. An account that cannot be deleted keeps none of the others; the error is
 * thrown at the end, and the next run tries again.
 */
export async function carryOutDeletions(resources: Resources, limit: number): Promise<number> {
  const errors: unknown[] = []
  const due = await listDue(resources.db, limit)
  for (const deletion of due) await carryOut(resources, deletion).catch((error) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} accounts could not be deleted`)
  return due.length
}

async function carryOut(resources: Resources, deletion: Deletion): Promise<void> {
  // Written now: the deletion removes the name and the address.
  const notice = await writeDeletionNotice(resources, resources.db, 'account-deleted', deletion)
  await deleteUser(resources, deletion.userId, {
    isStillWanted: (trx) => isStillDue(trx, deletion.userId),
    afterwards: async (trx) => {
      // A message is found by the address of its user, and no table may name the user any more.
      await queueDeletionNotice(resources, trx, notice && { ...notice, about: randomUUID() })
    },
  })
}
