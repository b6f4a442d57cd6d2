/** Adds the same users to better-auth's tables, with better-auth's hash of the same password. */
import { hashPassword } from 'better-auth/crypto'
import pg from 'pg'
import type { BenchUser } from '../service/add-users.ts'
import { password } from '../service/bench-settings.ts'

export async function addPeerUsers(databaseUrl: string, users: readonly BenchUser[]): Promise<void> {
  const ids = users.map((user) => user.uuid)
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(
    `insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
     select id, 'Asha Rao', email, true, now(), now() from unnest($1::text[], $2::text[]) as given (id, email)`,
    [ids, users.map((user) => user.email)],
  )
  await client.query(
    `insert into account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
     select 'account-' || id, id, 'credential', id, $2, now(), now() from unnest($1::text[]) as id`,
    [ids, await hashPassword(password)],
  )
  await client.query('analyze')
  await client.end()
}
