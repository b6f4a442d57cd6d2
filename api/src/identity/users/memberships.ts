/** Keeps the memberships of users on platforms, one row for each pair. Owner of the table memberships. */
import {
  isPlatform,
  type Platform,
  type Product,
  platformRow,
  platformsOf,
  products,
} from '@foyer/contract/platforms'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'

/** The condition that the user in one column is a member of the platform in the other. */
export function isMember(userId: string, platform: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from memberships as held where held.user_id = ${sql.ref(userId)} and held.platform = ${sql.ref(platform)})`
}

type Membership = {
  platform: Platform
  provenance: 'sign_up' | 'invited' | 'administrator'
}

/** Adds a membership; returns false for a user who was a member already. */
export async function addMembership(db: Db, membership: Membership & { userId: string }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('memberships')
    .values(membership)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Boolean(numInsertedOrUpdatedRows)
}

/** Removes a membership; returns false for a user who was no member. */
export async function removeMembership(
  db: Db,
  { userId, platform }: { userId: string; platform: Platform },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('memberships')
    .where('userId', '=', userId)
    .where('platform', '=', platform)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Lists a user's memberships, the oldest first. */
export async function listMemberships(db: Db, userId: string): Promise<(Membership & { createdAt: Date })[]> {
  const rows = await db
    .selectFrom('memberships')
    .select(['platform', 'provenance', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  return rows.flatMap(({ platform, ...row }) => (isPlatform(platform) ? [{ platform, ...row }] : []))
}

/**
 * Chooses the platform that a user signs in to: the platform in the request, or else the user's first platform of the
 * product (null: of any product). Returns null for a user without such a platform.
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
