/** Who may sign in where: one row a person and platform. Owner of the table memberships. */
import { type Platform, type Product, platformRow, platformsOf, products } from '@foyer/contract/platforms'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** The platforms of the person whose id this column holds, as one column of their row. */
export function platformsHeldBy(userId: string): RawBuilder<string[]> {
  return sql<string[]>`array(select platform from memberships where user_id = ${sql.ref(userId)})`
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

/**
 * The platform a person signs in to: the one asked for, else their first in that product, or in any where none is named;
 * null where they have none.
 */
export function chooseMembership(
  held: readonly Platform[],
  { product, platform }: { product: Product | null; platform: Platform | undefined },
): Platform | null {
  if (platform) {
    const isInProduct = product === null || platformRow(platform).product === product
    return isInProduct && held.includes(platform) ? platform : null
  }
  const candidates = product === null ? products.flatMap(platformsOf) : platformsOf(product)
  return candidates.find((candidate) => held.includes(candidate)) ?? null
}
