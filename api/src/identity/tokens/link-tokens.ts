/**
 * Creates and finds links that set a password: for a forgotten one (`reset`), and invitations (`create`, and `beta`, which
 * signs in). The stored HMAC covers purpose, user, token and timestamp, so that a changed link is invalid.
 */
import { randomBytes } from 'node:crypto'
import { areas } from '@foyer/contract/areas'
import { isPlatform, type Platform, platformRow } from '@foyer/contract/platforms'
import type { LinkPurpose } from '@foyer/contract/routes/password-links'
import { invitationSeconds, resetLinkSeconds } from '@foyer/contract/shared-values'
import type { Db } from '../../kernel/db/connect.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { unknownUserId } from '../users/users.ts'
import { findLinkRow, insertLink, type LinkState } from './one-time-tokens.ts'

export const linkSeconds: Record<LinkPurpose, number> = {
  reset: resetLinkSeconds,
  create: invitationSeconds,
  beta: invitationSeconds,
}

/** The parts of a link's path. */
export type LinkPath = { purpose: LinkPurpose; uuid: string; token: string; timestamp?: string | undefined }

/** The use of a link, and the contact that it was sent to: it is valid as long as the user has that contact. */
export type Grant = {
  purpose: LinkPurpose
  userId: string
  contactId: string
  platform: Platform
  /** The platform that the user becomes a member of by using the link. */
  joins: Platform | null
  /** The link was given to an operator instead of being sent, so its use proves no contact. */
  isShown?: boolean
}

export type Link = Grant & { id: string; state: LinkState }

/** Creates a link in a transaction that holds the user's row. `null` creates a decoy, which the caller rolls back. */
export async function createLink(trx: Db, keyring: Keyring, grant: Grant | null): Promise<LinkPath> {
  const { purpose, userId, contactId, platform, joins, isShown } = grant ?? decoyGrant
  const token = `rs_${randomBytes(32).toString('base64url')}`
  const timestamp = purpose === 'beta' ? undefined : String(Date.now())
  const path = { purpose, uuid: userId ?? unknownUserId, token, timestamp }
  const details = { contactId, platform, joins, ...(isShown && { shown: 'yes' }) }
  const seconds = linkSeconds[purpose]
  await insertLink(trx, { purpose, userId, details, hash: hashOf(keyring, path), seconds })
  return path
}

const decoyGrant = {
  purpose: 'reset',
  userId: null,
  contactId: null,
  platform: null,
  joins: null,
  isShown: false,
} as const

/** Finds a link, used and expired ones too; null for a path that the service never issued. */
export async function findLink(db: Db, keyring: Keyring, path: LinkPath): Promise<Link | null> {
  const row = await findLinkRow(db, hashOf(keyring, path))
  if (!row?.userId) return null
  const { contactId, platform, joins = null, shown } = row.details
  if (!contactId || !isPlatform(platform)) return null
  const { id, userId, state } = row
  const { purpose } = path
  return {
    ...{ id, purpose, userId, state, contactId, platform },
    joins: isPlatform(joins) ? joins : null,
    isShown: shown === 'yes',
  }
}

/** Builds a link on the configured base URL, never on a host from a request. */
export function addressOf(
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

/** Uses the key that stays when a secret is added, since a link lives for days. */
function hashOf(keyring: Keyring, { purpose, uuid, token, timestamp = '' }: LinkPath): Buffer {
  return keyring.lastingMac('password link', [purpose, uuid, token, timestamp].join('\0'))
}
