/** The same people in better-auth's tables, with its own hash of the same password. */
import { hashPassword } from 'better-auth/crypto'
import pg from 'pg'
import type { Person } from '../service/add-people.ts'
import { password } from '../service/settings.ts'

export async function addPeerPeople(databaseUrl: string, people: readonly Person[]): Promise<void> {
  const ids = people.map((person) => person.uuid)
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(
    `insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
     select id, 'Asha Rao', email, true, now(), now() from unnest($1::text[], $2::text[]) as given (id, email)`,
    [ids, people.map((person) => person.email)],
  )
  await client.query(
    `insert into account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
     select 'account-' || id, id, 'credential', id, $2, now(), now() from unnest($1::text[]) as id`,
    [ids, await hashPassword(password)],
  )
  await client.query('analyze')
  await client.end()
}
