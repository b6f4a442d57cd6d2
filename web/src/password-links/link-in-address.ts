/**
 * Moves the link from the address into the state of the history entry. Only a reload, Back and a duplicated tab find the
 * link there. The service serves the remaining path as the same page.
 */
import { resolvePage } from '@foyer/contract/addresses'
import { type LinkPurpose, linkPurposes } from '@foyer/contract/routes/password-links'
import { entryRecord } from '../api/storage/entry-record.ts'
import { linkEntry, sentEntry, stepLifeMs } from '../api/storage/storage-keys.ts'

export type PasswordLink = { purpose: LinkPurpose; uuid: string; token: string; timestamp?: string }

/** Another link was sent to this masked address. */
type SentLink = { account: string; resendAtMs: number }

/** Replaces each value that was removed from the path. */
const placeholder = '-'

const sentLink = entryRecord<SentLink>(sentEntry, { account: 'string', resendAtMs: 'number' }, stepLifeMs)
const keptLink = entryRecord<PasswordLink>(linkEntry, {
  purpose: (value) => linkPurposes.some((purpose) => purpose === value),
  uuid: 'string',
  token: 'string',
  timestamp: (value) => value === undefined || typeof value === 'string',
})

const purposeOf: Partial<Record<string, LinkPurpose>> = {
  'reset-password': 'reset',
  'create-password': 'create',
  'beta-password': 'beta',
}

/** Returns the link from the address, else from the history entry. */
export function takeLink(): PasswordLink | null {
  const link = linkIn(location.pathname)
  if (!link) return keptLink.read()
  const path = withoutValues(location.pathname, link.purpose)
  // Clears the sent message of this entry, which belongs to another link.
  history.replaceState({ ...history.state, [linkEntry]: link, [sentEntry]: null }, '', path + location.search)
  return link
}

/** Removes every trace of the link from this browser. */
export function forgetLink(): void {
  keptLink.clear()
  sentLink.clear()
}

export function keepSent(sent: SentLink): void {
  sentLink.write(sent)
}

export function readSent(): SentLink | null {
  const sent = sentLink.read()
  return sent && { account: sent.account, resendAtMs: sent.resendAtMs }
}

function linkIn(pathname: string): PasswordLink | null {
  const found = resolvePage(pathname, new URLSearchParams(location.search))
  const purpose = found.kind === 'page' ? purposeOf[found.page] : undefined
  if (found.kind !== 'page' || !purpose) return null
  const { id, uuid = id, token, timestamp } = found.params
  if (!uuid || !token || token === placeholder) return null
  return { purpose, uuid, token, ...(timestamp !== undefined && { timestamp }) }
}

function withoutValues(pathname: string, purpose: LinkPurpose): string {
  const count = purpose === 'beta' ? 2 : 3
  const segments = pathname.split('/').slice(0, -count)
  return [...segments, ...Array<string>(count).fill(placeholder)].join('/')
}
