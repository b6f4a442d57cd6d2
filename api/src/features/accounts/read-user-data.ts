/** Reads everything that the service stores about a user: every kind of user-data.ts, under its key. */
import type { User } from '../../identity/users/find-user.ts'
import { findUserRecord } from '../../identity/users/user-record.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { userData } from './user-data.ts'

type Options = {
  /**
   * Omits the names of operators, and what is found by a contact that the user has not proven: its mailbox may be another
   * person's.
   */
  isForUser?: boolean
  /** Called after each kind; the reading stops with `null` once it returns false. */
  onRead?(done: number, total: number): Promise<boolean>
}

/** Returns null if `onRead` has stopped the reading. */
export async function readUserData(
  { db, keyring }: { db: Db; keyring: Keyring },
  { id, firstName, lastName, pictureUrl }: User,
  { isForUser = false, onRead = () => Promise.resolve(true) }: Options = {},
): Promise<Record<string, unknown> | null> {
  const { contacts, createdAt, disabledAt } = await findUserRecord(db, id)
  const own = contacts.filter(({ provenance }) => !isForUser || provenance === 'verified')
  const reading = { db, keyring, userId: id, contacts: own.map(({ value }) => value), isForUser }
  const data: Record<string, unknown> = { id, firstName, lastName, pictureUrl, createdAt, disabledAt }
  const kinds = Object.entries(userData)
  for (const [index, [name, { read }]] of kinds.entries()) {
    if (read !== 'with another kind') data[name] = await read(reading)
    if (!(await onRead(index + 1, kinds.length))) return null
  }
  return data
}
