/** Reads and writes open invitations to schools. Owner of the table school_invitations. */
import { listAllMax } from '@foyer/contract/lists/paging'
import { schoolInvitationDays } from '@foyer/contract/schools/school-people'
import { sql } from 'kysely'
import { emailKey } from '../../identity/users/identifier.ts'
import type { Db } from '../../kernel/db/connect.ts'

const isOpen = sql<boolean>`school_invitations.expires_at > clock_timestamp()`
const columns = ['id', 'email', 'sentAt', 'expiresAt'] as const

/** Lists the open invitations of a school, the first one first. A school has few. */
export function listInvitationRows(db: Db, schoolId: string) {
  return db
    .selectFrom('schoolInvitations')
    .select(columns)
    .where('schoolId', '=', schoolId)
    .where(isOpen)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

type Sent = { schoolId: string; email: string; emailKey: string; inviterId: string }

/** Stores an invitation, or renews the one to this address. Deletes invitations of the school that nobody accepted in time. */
export async function storeInvitation(trx: Db, invitation: Sent) {
  await trx
    .deleteFrom('schoolInvitations')
    .where('schoolId', '=', invitation.schoolId)
    .where(sql<boolean>`not ${isOpen}`)
    .execute()
  const times = {
    sentAt: sql<Date>`clock_timestamp()`,
    expiresAt: sql<Date>`clock_timestamp() + make_interval(days => ${schoolInvitationDays}::int)`,
  }
  return trx
    .insertInto('schoolInvitations')
    .values({ ...invitation, ...times })
    .onConflict((conflict) =>
      conflict.columns(['schoolId', 'emailKey']).doUpdateSet({ inviterId: invitation.inviterId, ...times }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Returns false if the school has no such invitation. */
export async function deleteInvitation(trx: Db, schoolId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('schoolInvitations')
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Ends the invitations that a user sent, because the user no longer has access to the school. */
export async function endInvitationsBy(trx: Db, schoolId: string, inviterId: string): Promise<void> {
  await trx
    .deleteFrom('schoolInvitations')
    .where('schoolId', '=', schoolId)
    .where('inviterId', '=', inviterId)
    .execute()
}

/** Ends all invitations that a user sent. */
export async function endAllInvitationsBy(trx: Db, inviterId: string): Promise<void> {
  await trx.deleteFrom('schoolInvitations').where('inviterId', '=', inviterId).execute()
}

/** Lists the open invitations to addresses of one user, the first one first. */
export async function listReceivedRows(db: Db, emailKeys: readonly string[]) {
  if (emailKeys.length === 0) return []
  return db
    .selectFrom('schoolInvitations')
    .innerJoin('schools', 'schools.id', 'schoolInvitations.schoolId')
    .innerJoin('users', 'users.id', 'inviterId')
    .select(['schoolInvitations.id', 'schoolId', 'schools.name as schoolName'])
    .select(['firstName', 'lastName', 'expiresAt'])
    .where('emailKey', 'in', emailKeys)
    .where(isOpen)
    .orderBy('schoolInvitations.createdAt')
    .orderBy('schoolInvitations.id')
    .limit(listAllMax)
    .execute()
}

/** Deletes an open invitation to one of the addresses. Returns false if there is none. */
export async function takeInvitation(trx: Db, id: string, emailKeys: readonly string[]): Promise<boolean> {
  if (emailKeys.length === 0) return false
  const { numDeletedRows } = await trx
    .deleteFrom('schoolInvitations')
    .where('id', '=', id)
    .where('emailKey', 'in', emailKeys)
    .where(isOpen)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Lists what a user sent, for the export of the user's data. */
export function listSentInvitations(db: Db, inviterId: string) {
  return db
    .selectFrom('schoolInvitations')
    .select(['schoolId', ...columns])
    .where('inviterId', '=', inviterId)
    .orderBy('createdAt')
    .execute()
}

/** Deletes the invitations to the addresses of a user who is deleted. Other contacts have no invitations. */
export async function deleteInvitationsTo(trx: Db, contacts: readonly string[]): Promise<void> {
  const keys = contacts.flatMap((contact) => emailKey(contact) ?? [])
  if (keys.length === 0) return
  await trx.deleteFrom('schoolInvitations').where('emailKey', 'in', keys).execute()
}
