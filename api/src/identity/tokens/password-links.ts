/**
 * Keeps links that set a password: for a forgotten one (`reset`), and invitations (`create`, and `beta`, which signs in).
 * The stored HMAC covers purpose, user, token and timestamp, so that a changed link is invalid. With one-time-tokens.ts the
 * owner of the table one_time_tokens.
 */
import { areas } from '@foyer/contract/areas'
import { isPlatform, type Platform, platformRow } from '@foyer/contract/platforms'
import { type LinkPurpose, linkPurposes } from '@foyer/contract/routes/password-links'
import { invitationSeconds, resetLinkSeconds } from '@foyer/contract/shared-values'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { unknownUserId } from '../users/users.ts'
import {
  expireTokens,
  findToken,
  insertToken,
  isValid,
  newToken,
  type TokenState,
} from './one-time-tokens.ts'

export const linkSeconds: Record<LinkPurpose, number> = {
  reset: resetLinkSeconds,
  create: invitationSeconds,
  beta: invitationSeconds,
}

/** The parts of a link's path. */
export type LinkPath = { purpose: LinkPurpose; uuid: string; token: string; timestamp?: string | undefined }

/** A link to create. It is valid as long as the user has the contact that it was sent to. */
export type NewLink = {
  purpose: LinkPurpose
  userId: string
  contactId: string
  platform: Platform
  /** The platform that the user becomes a member of by using the link. */
  joins: Platform | null
  /** The link was given to an operator instead of being sent, so its use proves no contact. */
  isShown?: boolean
}

export type Link = NewLink & { id: string; state: TokenState }

/**
 * Creates a link and expires earlier ones of its user, purpose and `joins`. Call it in a transaction that holds the user's
 * row. `null` creates a decoy, which the caller rolls back.
 */
export async function createLink(trx: Db, keyring: Keyring, link: NewLink | null): Promise<LinkPath> {
  const { purpose, userId, contactId, platform, joins, isShown } = link ?? decoy
  const timestamp = purpose === 'beta' ? undefined : String(Date.now())
  const path = { purpose, uuid: userId ?? unknownUserId, token: newToken('rs_'), timestamp }
  const earlier = trx.with('ended', (query) =>
    expireTokens(query, { userId, purposes: [purpose] }).where(
      sql`details ->> 'joins'`,
      'is not distinct from',
      joins,
    ),
  )
  await insertToken(earlier, {
    ...{ purpose, userId, hash: macOf(keyring, path), seconds: linkSeconds[purpose] },
    details: { contactId, platform, joins, ...(isShown && { shown: 'yes' }) },
  }).execute()
  return path
}

const decoy = {
  purpose: 'reset',
  userId: null,
  contactId: null,
  platform: null,
  joins: null,
  isShown: false,
} as const

/** Finds a link, used and expired ones too; null for a path that the service never issued. */
export async function findLink(db: Db, keyring: Keyring, path: LinkPath): Promise<Link | null> {
  const token = await findToken(db, macOf(keyring, path))
  if (!token?.userId) return null
  const { contactId, platform, joins = null, shown } = token.details
  if (!contactId || !isPlatform(platform)) return null
  const { id, userId, state } = token
  const { purpose } = path
  return {
    ...{ id, purpose, userId, state, contactId, platform },
    joins: isPlatform(joins) ? joins : null,
    isShown: shown === 'yes',
  }
}

/** Builds the URL of a link on the configured base URL, never on a host from a request. */
export function linkUrl(
  baseUrl: string,
  { purpose, uuid, token, timestamp }: LinkPath,
  platform: Platform,
): string {
  const { segment, hasOwnPages } = areas[platformRow(platform).area]
  const own = hasOwnPages && segment ? `/${segment}` : ''
  const paths: Record<LinkPurpose, string> = {
    reset: `${own}/reset-password/${uuid}/${token}/${timestamp}`,
    create: `/create-password/${uuid}/${token}/${timestamp}`,
    beta: `/beta/create-password/${uuid}/${token}`,
  }
  return `${baseUrl}${paths[purpose]}?platform=${platform}`
}

/**
 * Expires the password links of a user, all or the invitations to a platform. The page of an expired invitation can send a
 * new one, which then adds no membership. Returns the details of the links that were valid. Call it in a transaction that
 * holds the user's row.
 */
export async function endLinks(
  trx: Db,
  { userId, joins }: { userId: string; joins?: Platform },
): Promise<Record<string, string | null>[]> {
  const links = trx
    .selectFrom('oneTimeTokens')
    .select(['id', 'details', isValid.as('wasValid')])
    .where('userId', '=', userId)
    .where('purpose', 'in', linkPurposes)
    .$if(joins !== undefined, (query) => query.where(sql`details ->> 'joins'`, '=', joins))
    .forUpdate()
  const ended = await trx
    .updateTable('oneTimeTokens')
    .from(links.as('link'))
    .set({
      expiresAt: sql<Date>`least(one_time_tokens.expires_at, clock_timestamp())`,
      details: sql<string>`one_time_tokens.details - 'joins'`,
    })
    .whereRef('oneTimeTokens.id', '=', 'link.id')
    .returning(['link.details', 'link.wasValid'])
    .execute()
  return ended.filter(({ wasValid }) => wasValid).map(({ details }) => details)
}

/** Expires a user's password links. The page of an expired invitation can still send a new one. */
export async function expireLinks(db: Db, userId: string): Promise<void> {
  await expireTokens(db, { userId, purposes: linkPurposes }).execute()
}

/** Lists a user's valid password links, the first to expire first. */
export async function listLinks(
  db: Db,
  userId: string,
): Promise<{ purpose: string; createdAt: Date; expiresAt: Date }[]> {
  return db
    .selectFrom('oneTimeTokens')
    .select(['purpose', 'createdAt', 'expiresAt'])
    .where('userId', '=', userId)
    .where('purpose', 'in', linkPurposes)
    .where(isValid)
    .orderBy('expiresAt')
    .execute()
}

/** Uses the key that stays when a secret is added, since a link lives for days. */
function macOf(keyring: Keyring, { purpose, uuid, token, timestamp = '' }: LinkPath): Buffer {
  return keyring.lastingMac('password link', [purpose, uuid, token, timestamp].join('\0'))
}
