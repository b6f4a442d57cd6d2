/** Types a kind of data that the service stores about a user: a row of user-data.ts. */
import type { Kysely } from 'kysely'
import type { User } from '../../identity/users/find-user.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import type { LogoutQueue } from '../../messages/back-channel/logout-queue.ts'

/** A user with the values of all their email addresses and phone numbers. */
type Owner = { userId: string; contacts: readonly string[] }

export type Reading = Owner & {
  db: Db
  keyring: Keyring
  /** The user reads the data, not an operator. */
  isForUser: boolean
}

/** A first proof. `outcome` collects results for its callers. */
type FirstProof = {
  trx: Db
  userId: string
  user: User
  outbox: LogoutQueue
  outcome: { endedSessions: string[]; hasLostPassword: boolean }
}

/** A deletion. `outcome` collects results for the steps after it. */
export type Deletion = Owner & {
  trx: Db
  keyring: Keyring
  outbox: LogoutQueue
  outcome: {
    /** The sessions that were open. */
    endedSessions: string[]
    /** All sessions. */
    sessions: string[]
    /** Ids of rows that an idempotent route has made. */
    made: string[]
  }
}

type Resources = { db: Kysely<Tables>; storage: Storage }

export type KindOfData = {
  tables: readonly (keyof Tables)[]
  /** The heading in the export that a user reads. */
  title: string
  /** Returns the value in exports under the key of this kind. */
  read: 'with another kind' | ((reading: Reading) => Promise<unknown>)
  /** Removes data that an impostor may have set up (docs/decisions/first-proof.md). */
  atFirstProof: 'kept' | 'with another kind' | ((proof: FirstProof) => Promise<unknown>)
  /** `with the user`: the foreign key deletes the rows. */
  atDeletion: 'with the user' | 'by deleteUser' | ((deletion: Deletion) => Promise<unknown>)
  /** Lists the files of a user. Returns the function that deletes the files once the rows of the user are gone. */
  files?(resources: Resources, userId: string): Promise<() => Promise<void>>
}

export type KindsOfData = Readonly<Record<string, KindOfData>>

/** Lists the files of a user by one function and deletes them by another. */
export function filesOf<File>(
  list: (db: Db, userId: string) => Promise<readonly File[]>,
  remove: (resources: Resources, files: readonly File[]) => Promise<void>,
): NonNullable<KindOfData['files']> {
  return async (resources, userId) => {
    const files = await list(resources.db, userId)
    return () => remove(resources, files)
  }
}
