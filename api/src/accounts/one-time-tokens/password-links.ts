/**
 * Links that set a password: for who forgot it (`reset`), and invitations (`create`, and `beta`, which signs in). What
 * is stored is an HMAC over purpose, person, token and timestamp, so that a link with anything of it changed is none.
 */
import { randomBytes } from 'node:crypto'
import { areas } from '@foyer/contract/areas'
import { invitationSeconds, resetLinkSeconds } from '@foyer/contract/limits'
import { isPlatform, type Platform, platformRow } from '@foyer/contract/platforms'
import type { LinkPurpose } from '@foyer/contract/routes/password-links'
import type { Db } from '../../db/connect.ts'
import type { Keyring } from '../../keyring.ts'
import { nobody } from '../users/users.ts'
import { findLinkRow, insertLink, type LinkState } from './one-time-tokens.ts'

export const linkSeconds: Record<LinkPurpose, number> = {
  reset: resetLinkSeconds,
  create: invitationSeconds,
  beta: invitationSeconds,
}

/** What stands in a link's path. */
export type LinkPath = { purpose: LinkPurpose; uuid: string; token: string; timestamp?: string | undefined }

/** What a link is for, and the address or number it was sent to: it is good as long as that is theirs. */
export type Grant = {
  purpose: LinkPurpose
  userId: string
  contactId: string
  platform: Platform
  /** A platform they become a member of by using it. */
  joins: Platform | null
}

export type Link = Grant & { id: string; state: LinkState }

/** In a transaction that holds the person's row. `null` makes a link of nobody's, to be taken back. */
export async function createLink(trx: Db, keyring: Keyring, grant: Grant | null): Promise<LinkPath> {
  const { purpose, userId, contactId, platform, joins } = grant ?? nobodys
  const token = `rs_${randomBytes(32).toString('base64url')}`
  const timestamp = purpose === 'beta' ? undefined : String(Date.now())
  const path = { purpose, uuid: userId ?? nobody, token, timestamp }
  const details = { contactId, platform, joins }
  const seconds = linkSeconds[purpose]
  await insertLink(trx, { purpose, userId, details, hash: hashOf(keyring, path), seconds })
  return path
}

const nobodys = { purpose: 'reset', userId: null, contactId: null, platform: null, joins: null } as const

/** Whatever became of it; null where it never was a link of ours. */
export async function findLink(db: Db, keyring: Keyring, path: LinkPath): Promise<Link | null> {
  const row = await findLinkRow(db, hashOf(keyring, path))
  if (!row?.userId) return null
  const { contactId, platform, joins = null } = row.details
  if (!contactId || !isPlatform(platform)) return null
  const { id, userId, state } = row
  const { purpose } = path
  return { id, purpose, userId, state, contactId, platform, joins: isPlatform(joins) ? joins : null }
}

/** On our own configured address, never on the one a request names. */
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

/** Under the key that stays when a secret is added: a link lives for days. */
function hashOf(keyring: Keyring, { purpose, uuid, token, timestamp = '' }: LinkPath): Buffer {
  return keyring.lastingMac('password link', [purpose, uuid, token, timestamp].join('\0'))
}
