/** Who may sign in where: one row a person and platform. Owner of the table memberships. */
import { isPlatform, type Platform, type Product, platformRow, platformsOf } from '@foyer/contract/platforms'
import type { Db } from '../db/connect.ts'

/** The platforms of a person, in no order. */
export async function membershipsOf(db: Db, userId: string): Promise<Platform[]> {
  const rows = await db.selectFrom('memberships').select('platform').where('userId', '=', userId).execute()
  return rows.map((row) => row.platform).filter(isPlatform)
}

export async function isMember(
  db: Db,
  { userId, platform }: { userId: string; platform: Platform },
): Promise<boolean> {
  return (await membershipsOf(db, userId)).includes(platform)
}

export async function addMembership(
  db: Db,
  membership: {
    userId: string
    platform: Platform
    provenance: 'sign_up' | 'invited' | 'administrator'
  },
): Promise<void> {
  await db
    .insertInto('memberships')
    .values(membership)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The platform a person signs in to: the one asked for, else their first in that product; null where they have none. */
export function chooseMembership(
  held: readonly Platform[],
  { product, platform }: { product: Product; platform: Platform | undefined },
): Platform | null {
  if (platform) return platformRow(platform).product === product && held.includes(platform) ? platform : null
  return platformsOf(product).find((candidate) => held.includes(candidate)) ?? null
}
