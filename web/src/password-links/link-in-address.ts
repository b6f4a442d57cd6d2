/**
 * The link a page was opened with. It leaves the address at once, for the state of the history entry: there a reload,
 * Back and a duplicated tab find it, and nothing else does. What is left of the path is served as the same page.
 */
import { resolvePage } from '@foyer/contract/pages'
import { type LinkPurpose, linkPurposes } from '@foyer/contract/routes/password-links'
import { own } from '../api/storage/browser-storage.ts'

export type PasswordLink = { purpose: LinkPurpose; uuid: string; token: string; timestamp?: string }

/** That another link was sent, and to which masked address. */
export type SentLink = { account: string; resendAtMs: number }

const nothing = '-'
/** What was sent is shown again so long after a reload. */
const sentLifeMs = 600_000

const purposeOf: Partial<Record<string, LinkPurpose>> = {
  'reset-password': 'reset',
  'create-password': 'create',
  'beta-password': 'beta',
}

/** null where the address holds none, and neither does the history entry. */
export function takeLink(): PasswordLink | null {
  const link = linkIn(location.pathname)
  if (!link) return keptLink()
  const path = withoutValues(location.pathname, link.purpose)
  // What was sent from this entry went in place of another one.
  history.replaceState({ ...history.state, link, sent: null }, '', path + location.search)
  return link
}

/** Nothing is left of it in this browser. */
export function forgetLink(): void {
  history.replaceState({ ...history.state, link: null, sent: null }, '')
}

export function keepSent(sent: SentLink): void {
  history.replaceState({ ...history.state, sent: { ...sent, sentAt: Date.now() } }, '')
}

export function readSent(): SentLink | null {
  const sent = own(history.state, 'sent')
  const [account, resendAtMs, sentAt] = [own(sent, 'account'), own(sent, 'resendAtMs'), own(sent, 'sentAt')]
  const isFresh = typeof sentAt === 'number' && Math.abs(Date.now() - sentAt) < sentLifeMs
  if (!isFresh || typeof account !== 'string' || typeof resendAtMs !== 'number') return null
  return { account, resendAtMs }
}

function linkIn(pathname: string): PasswordLink | null {
  const found = resolvePage(pathname, new URLSearchParams(location.search))
  const purpose = found.kind === 'page' ? purposeOf[found.page] : undefined
  if (found.kind !== 'page' || !purpose) return null
  const { id, uuid = id, token, timestamp } = found.params
  if (!uuid || !token || token === nothing) return null
  return { purpose, uuid, token, ...(timestamp !== undefined && { timestamp }) }
}

function withoutValues(pathname: string, purpose: LinkPurpose): string {
  const count = purpose === 'beta' ? 2 : 3
  const segments = pathname.split('/').slice(0, -count)
  return [...segments, ...Array<string>(count).fill(nothing)].join('/')
}

function keptLink(): PasswordLink | null {
  const kept = own(history.state, 'link')
  const [purpose, uuid] = [own(kept, 'purpose'), own(kept, 'uuid')]
  const [token, timestamp] = [own(kept, 'token'), own(kept, 'timestamp')]
  const known = linkPurposes.find((one) => one === purpose)
  if (!known || typeof uuid !== 'string' || typeof token !== 'string') return null
  return { purpose: known, uuid, token, ...(typeof timestamp === 'string' && { timestamp }) }
}
